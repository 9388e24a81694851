import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ApprovalAct, ApprovalFailure, ApprovalState } from '../../domain/approvals.js';
import { Client } from './client.entity.js';
import { moment } from './columns.js';
import { Granted } from './granted.js';
import { User } from './user.entity.js';

/** An act that one person has proposed for another to approve. */
@Entity('approvals')
@Granted('INSERT', 'UPDATE')
@Check('approvals_state', `state IN ('open', 'approved', 'declined', 'failed', 'expired')`)
@Check(
  'approvals_decided',
  `(state IN ('open', 'expired')) = (decided_by IS NULL AND decided_at IS NULL) AND (state = 'open') = (payload IS NOT NULL)`,
)
@Check('approvals_two_people', `state NOT IN ('approved', 'failed') OR decided_by <> proposed_by`)
@Index('approvals_open_credits', ['clientId', 'idempotencyKey'], {
  unique: true,
  where: `state = 'open' AND idempotency_key IS NOT NULL`,
})
@Index('approvals_open_request', ['requestId'], {
  unique: true,
  where: `state = 'open' AND request_id IS NOT NULL`,
})
export class Approval {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'approvals_pkey' })
  id!: string;

  @Column({ type: 'varchar', length: 16 })
  act!: ApprovalAct;

  @Column({ name: 'client_id', type: 'uuid' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'approvals_client_id_fkey' })
  client?: Relation<Client>;

  /** The verification to be sent back. */
  @Column({ name: 'request_id', type: 'uuid', nullable: true })
  requestId!: string | null;

  /** The key of a credit move. */
  @Column({ name: 'idempotency_key', type: 'varchar', length: 255, nullable: true })
  idempotencyKey!: string | null;

  /** What the approver is shown; no personal data. */
  @Column({ type: 'jsonb' })
  summary!: Record<string, unknown>;

  /**
   * The parameters of the act, deleted when it is decided or expires. Texts are sealed, and subjects are keyed hashes.
   */
  @Column({ type: 'jsonb', nullable: true })
  payload!: Record<string, unknown> | null;

  @Column({ type: 'varchar', length: 16 })
  state!: ApprovalState;

  @Column({ name: 'proposed_by', type: 'uuid' })
  proposedBy!: string;

  @ManyToOne(() => User, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'proposed_by', foreignKeyConstraintName: 'approvals_proposed_by_fkey' })
  proposer?: Relation<User>;

  @Column({ ...moment, name: 'proposed_at' })
  proposedAt!: Date;

  @Column({ name: 'decided_by', type: 'uuid', nullable: true })
  decidedBy!: string | null;

  @ManyToOne(() => User, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'decided_by', foreignKeyConstraintName: 'approvals_decided_by_fkey' })
  decider?: Relation<User>;

  @Column({ ...moment, name: 'decided_at', nullable: true })
  decidedAt!: Date | null;

  /** Why an approved act could not be performed. */
  @Column({ type: 'varchar', length: 500, nullable: true })
  failure!: ApprovalFailure | null;
}

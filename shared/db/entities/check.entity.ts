import {
  Column,
  Check as Constraint,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { CheckOutcome } from '../../domain/outcome.js';
import type { ReviewReason, Status } from '../../domain/states.js';
import type { CheckCode } from '../../services/index.js';
import { createdAt, moment } from './columns.js';
import { Granted } from './granted.js';
import { Verification } from './verification.entity.js';

/** One unit of provider work inside a verification: the subject of one queue job. */
@Entity('checks')
@Granted('INSERT', 'UPDATE')
@Constraint('checks_status', `status = ANY ('{pending,completed,manual_review}'::text[])`)
@Constraint('checks_outcome', `outcome = ANY ('{positive,negative,no_record,rejected}'::text[])`)
@Constraint(
  'checks_completed_has_result',
  `(status = 'completed') = (outcome IS NOT NULL AND label IS NOT NULL)`,
)
@Constraint('checks_review_has_reason', `(status = 'manual_review') = (review_reason IS NOT NULL)`)
@Constraint('checks_settled_at_follows_status', `(status = 'pending') = (settled_at IS NULL)`)
@Index('checks_verification_id_position', ['verificationId', 'position'], { unique: true })
@Index('checks_pending_idx', ['enqueuedAt'], { where: `status = 'pending'` })
export class Check {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'checks_pkey' })
  id!: string;

  @Column({ name: 'client_id', type: 'uuid' })
  clientId!: string;

  @Column({ name: 'verification_id', type: 'uuid' })
  verificationId!: string;

  @ManyToOne(() => Verification, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'verification_id', foreignKeyConstraintName: 'checks_verification_id_fkey' })
  verification?: Relation<Verification>;

  /** Position in the bundle, from 0. */
  @Column({ type: 'smallint' })
  position!: number;

  @Column({ name: 'service_code', type: 'varchar', length: 40 })
  serviceCode!: CheckCode;

  @Column({ type: 'varchar', length: 16, default: 'pending' })
  status!: Status;

  @Column({ type: 'varchar', length: 16, nullable: true })
  outcome!: CheckOutcome | null;

  @Column({ type: 'varchar', length: 300, nullable: true })
  label!: string | null;

  @Column({ name: 'review_reason', type: 'varchar', length: 32, nullable: true })
  reviewReason!: ReviewReason | null;

  /** Normalised facts as sealed JSON. */
  @Column({ name: 'details_sealed', type: 'bytea', nullable: true })
  detailsSealed!: Buffer | null;

  @Column({ name: 'reference_sealed', type: 'bytea', nullable: true })
  referenceSealed!: Buffer | null;

  /** Sealed JPEG bytes, identity_check only. */
  @Column({ name: 'photo_sealed', type: 'bytea', nullable: true })
  photoSealed!: Buffer | null;

  /**
   * When the check was last enqueued or seen in the queue. The column keeps its old name: renaming it would break
   * processes of the previous release, which run on while a new one starts.
   */
  @Column({ ...moment, name: 'rung_at', default: () => 'now()' })
  enqueuedAt!: Date;

  @Column(createdAt)
  createdAt!: Date;

  @Column({ ...moment, name: 'settled_at', nullable: true })
  settledAt!: Date | null;

  /** Set when support sent the check back to the queue: the day after which it is given up starts again. */
  @Column({ ...moment, name: 'requeued_at', nullable: true })
  requeuedAt!: Date | null;
}

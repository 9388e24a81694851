import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WebhookEvent } from '../../domain/webhook-event.js';
import { Client } from './client.entity.js';
import { createdAt, moment } from './columns.js';
import { Granted } from './granted.js';
import { User } from './user.entity.js';

/**
 * An address of a client that events are sent to. A deleted one is kept without its secrets: the audit log names it.
 */
@Entity('webhook_endpoints')
@Granted('INSERT', 'UPDATE')
@Check('webhook_endpoints_some_events', 'cardinality(events) > 0')
@Check('webhook_endpoints_secret_until_deleted', '(secret_sealed IS NULL) = (deleted_at IS NOT NULL)')
@Check(
  'webhook_endpoints_previous_secret_ends',
  '(previous_secret_sealed IS NULL) = (previous_secret_until IS NULL)',
)
@Check(
  'webhook_endpoints_deleted_is_quiet',
  'deleted_at IS NULL OR (NOT enabled AND due_at IS NULL AND previous_secret_sealed IS NULL)',
)
@Index('webhook_endpoints_client_id_idx', ['clientId', 'id'], { where: 'deleted_at IS NULL' })
@Index('webhook_endpoints_due_idx', ['dueAt'], { where: 'due_at IS NOT NULL' })
export class WebhookEndpoint {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'webhook_endpoints_pkey' })
  id!: string;

  @Column({ name: 'client_id', type: 'uuid' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'webhook_endpoints_client_id_fkey' })
  client?: Relation<Client>;

  @Column({ type: 'varchar', length: 2048 })
  url!: string;

  @Column({ type: 'text', array: true })
  events!: WebhookEvent[];

  /** Disabled after days of failure; then only test events are sent, and one that arrives enables it again. */
  @Column({ type: 'boolean', default: true })
  enabled!: boolean;

  @Column({ name: 'secret_sealed', type: 'bytea', nullable: true })
  secretSealed!: Buffer | null;

  /** The secrets before the last rotation, newest first, also used to sign until the time below. */
  @Column({ name: 'previous_secret_sealed', type: 'bytea', nullable: true })
  previousSecretSealed!: Buffer | null;

  @Column({ ...moment, name: 'previous_secret_until', nullable: true })
  previousSecretUntil!: Date | null;

  @Column({ name: 'created_by', type: 'uuid' })
  createdBy!: string;

  @ManyToOne(() => User, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'created_by', foreignKeyConstraintName: 'webhook_endpoints_created_by_fkey' })
  creator?: Relation<User>;

  @Column(createdAt)
  createdAt!: Date;

  /** The newest event of its client when it was created: it is sent those after, whatever the clock said meanwhile. */
  @Column({ name: 'after_event_no', type: 'integer', default: 0 })
  afterEventNo!: number;

  @Column({ ...moment, name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;

  /** When a worker should next look for deliveries of the endpoint; null if there are none. */
  @Column({ ...moment, name: 'due_at', nullable: true })
  dueAt!: Date | null;

  /** The first failure since the last success. */
  @Column({ ...moment, name: 'failing_since', nullable: true })
  failingSince!: Date | null;

  @Column({ name: 'consecutive_failures', type: 'integer', default: 0 })
  consecutiveFailures!: number;

  /**
   * Nothing is sent before this: the endpoint is failing, or its client suspended. In the past: when that last ended.
   */
  @Column({ ...moment, name: 'hold_until', nullable: true })
  holdUntil!: Date | null;
}

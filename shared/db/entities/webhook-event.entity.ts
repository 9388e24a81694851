import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WebhookPayloadType } from '../../domain/webhook-event.js';
import { Client } from './client.entity.js';
import { createdAt, moment } from './columns.js';
import { Granted } from './granted.js';

/** An event a client can be notified of, written in the transaction that caused it. No personal data. */
@Entity('webhook_events')
// Old events are purged, together with their deliveries.
@Granted('INSERT', 'UPDATE', 'DELETE')
@Index('webhook_events_staged_idx', ['id'], { where: 'fanned_out_at IS NULL' })
@Index('webhook_events_created_at_idx', ['createdAt'])
@Index('webhook_events_feed_idx', ['clientId', 'eventNo'], { unique: true })
@Index('webhook_events_named_idx', ['namedRequest'], { where: 'named_request IS NOT NULL' })
export class WebhookEventRow {
  /** Its public form is the `webhook-id` of every delivery. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'webhook_events_pkey' })
  id!: string;

  @Column({ name: 'client_id', type: 'uuid' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'webhook_events_client_id_fkey' })
  client?: Relation<Client>;

  /** Its number in the client's feed; null for a test event, which is for one endpoint. */
  @Column({ name: 'event_no', type: 'integer', nullable: true })
  eventNo!: number | null;

  @Column({ type: 'varchar', length: 40 })
  type!: WebhookPayloadType;

  /** The `data` of the payload. */
  @Column({ type: 'jsonb' })
  data!: Record<string, unknown>;

  /**
   * The request the event is about if its data contains the client's own reference, maintained by a trigger: an erasure
   * finds the event by this. A column, because under row-level security an index must be on a plain one.
   */
  @Column({ name: 'named_request', type: 'varchar', length: 40, nullable: true })
  namedRequest!: string | null;

  @Column(createdAt)
  createdAt!: Date;

  /** Set when every endpoint that wants the event has a delivery for it. */
  @Column({ ...moment, name: 'fanned_out_at', nullable: true })
  fannedOutAt!: Date | null;
}

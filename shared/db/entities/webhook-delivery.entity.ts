import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { DeliveryAttempt, DeliveryStatus } from '../../domain/webhook-event.js';
import { createdAt, moment } from './columns.js';
import { Granted } from './granted.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEventRow } from './webhook-event.entity.js';

/** The delivery of one event to one endpoint, with the log of its attempts. */
@Entity('webhook_deliveries')
@Granted('INSERT', 'UPDATE')
@Check('webhook_deliveries_status', `status IN ('pending', 'delivered', 'failed')`)
@Check('webhook_deliveries_delivered_has_moment', `status <> 'delivered' OR delivered_at IS NOT NULL`)
@Index('webhook_deliveries_event_endpoint', ['eventId', 'endpointId'], { unique: true })
@Index('webhook_deliveries_log_idx', ['endpointId', 'id'])
@Index('webhook_deliveries_due_idx', ['endpointId', 'nextAttemptAt'], { where: `status = 'pending'` })
export class WebhookDelivery {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'webhook_deliveries_pkey' })
  id!: string;

  @Column({ name: 'endpoint_id', type: 'uuid' })
  endpointId!: string;

  @ManyToOne(() => WebhookEndpoint, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'endpoint_id', foreignKeyConstraintName: 'webhook_deliveries_endpoint_id_fkey' })
  endpoint?: Relation<WebhookEndpoint>;

  @Column({ name: 'event_id', type: 'uuid' })
  eventId!: string;

  @ManyToOne(() => WebhookEventRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'webhook_deliveries_event_id_fkey' })
  event?: Relation<WebhookEventRow>;

  @Column({ type: 'varchar', length: 16, default: 'pending' })
  status!: DeliveryStatus;

  /** Since the event, or since someone requested redelivery: the pause before the next attempt grows with it. */
  @Column({ name: 'attempt_count', type: 'integer', default: 0 })
  attemptCount!: number;

  /** The latest attempts, oldest first. */
  @Column({ type: 'jsonb', default: [] })
  attempts!: DeliveryAttempt[];

  /** A worker that claims the delivery moves this ahead, so that no other claims it meanwhile. */
  @Column({ ...moment, name: 'next_attempt_at' })
  nextAttemptAt!: Date;

  /** An attempt that fails after this is the last. */
  @Column({ ...moment, name: 'retry_until' })
  retryUntil!: Date;

  @Column(createdAt)
  createdAt!: Date;

  @Column({ ...moment, name: 'delivered_at', nullable: true })
  deliveredAt!: Date | null;
}

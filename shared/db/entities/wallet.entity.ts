import { Check, Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WebhookEvent } from '../../domain/webhook-event.js';
import { Client } from './client.entity.js';
import { moment } from './columns.js';
import { Granted } from './granted.js';

/**
 * The credits of one client. The row is also the lock that serialises everything touching a client's money or keys: it
 * is always locked first, and wallets are locked in the order of their ids.
 */
@Entity('wallets')
@Granted('INSERT', 'UPDATE')
@Check('wallets_reserved_within_balance', '0 <= reserved AND reserved <= balance')
export class Wallet {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'wallets_pkey' })
  clientId!: string;

  @OneToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'wallets_client_id_fkey' })
  client?: Relation<Client>;

  @Column({ type: 'integer', default: 0 })
  balance!: number;

  /** Credits held by open verifications; part of the balance. */
  @Column({ type: 'integer', default: 0 })
  reserved!: number;

  /** The number of the newest ledger entry: entries are numbered without gaps. */
  @Column({ name: 'last_entry_no', type: 'integer', default: 0 })
  lastEntryNo!: number;

  /** The events an enabled webhook endpoint of the client wants: known with the lock, at no further cost. */
  @Column({ name: 'webhook_events', type: 'text', array: true, default: '{}' })
  webhookEvents!: WebhookEvent[];

  /** The number of the newest event in the client's feed: events are numbered without gaps. */
  @Column({ name: 'last_event_no', type: 'integer', default: 0 })
  lastEventNo!: number;

  @Column({ ...moment, name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}

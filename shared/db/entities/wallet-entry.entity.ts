import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { EntryKind } from '../../domain/ledger.js';
import { Client } from './client.entity.js';
import { createdAt } from './columns.js';
import { Granted } from './granted.js';
import { Verification } from './verification.entity.js';

/** One line of the ledger. Append-only: triggers refuse every change, and a mistake is corrected by another line. */
@Entity('wallet_entries')
@Granted('INSERT')
@Check(
  'wallet_entries_deltas_follow_kind',
  `(amount > 0 OR kind = 'adjustment' AND amount <> 0) AND CASE kind
    WHEN 'reserve' THEN balance_delta = 0 AND reserved_delta = amount
    WHEN 'charge' THEN balance_delta = -amount AND reserved_delta = -amount
    WHEN 'release' THEN balance_delta = 0 AND reserved_delta = -amount
    ELSE kind = ANY ('{top_up,adjustment}'::text[]) AND balance_delta = amount AND reserved_delta = 0
  END`,
)
@Check(
  'wallet_entries_verification_follows_kind',
  `(kind = ANY ('{reserve,charge,release}'::text[])) = (verification_id IS NOT NULL)`,
)
@Check('wallet_entries_reserved_within_balance', '0 <= reserved_after AND reserved_after <= balance_after')
@Index('wallet_entries_reserved_once', ['verificationId'], {
  unique: true,
  where: `kind = 'reserve'`,
})
@Index('wallet_entries_ended_once', ['verificationId'], {
  unique: true,
  where: `kind IN ('charge', 'release')`,
})
@Index('wallet_entries_rare_idx', ['clientId', 'kind', 'entryNo'], {
  where: `kind IN ('top_up', 'adjustment', 'release')`,
})
@Index('wallet_entries_idempotency_key', ['clientId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
@Index('wallet_entries_key_bytes', ['clientId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
export class WalletEntry {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'wallet_entries_pkey' })
  clientId!: string;

  @PrimaryColumn({ name: 'entry_no', type: 'integer', primaryKeyConstraintName: 'wallet_entries_pkey' })
  entryNo!: number;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'wallet_entries_client_id_fkey' })
  client?: Relation<Client>;

  @Column({ type: 'uuid' })
  id!: string;

  @Column({ type: 'varchar', length: 16 })
  kind!: EntryKind;

  /** Positive, except in an adjustment, which is signed. */
  @Column({ type: 'integer' })
  amount!: number;

  @Column({ name: 'balance_delta', type: 'integer' })
  balanceDelta!: number;

  @Column({ name: 'reserved_delta', type: 'integer' })
  reservedDelta!: number;

  @Column({ name: 'balance_after', type: 'integer' })
  balanceAfter!: number;

  @Column({ name: 'reserved_after', type: 'integer' })
  reservedAfter!: number;

  @Column({ name: 'verification_id', type: 'uuid', nullable: true })
  verificationId!: string | null;

  @ManyToOne(() => Verification, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'verification_id', foreignKeyConstraintName: 'wallet_entries_verification_id_fkey' })
  verification?: Relation<Verification> | null;

  /** The key of the staff request that moved the credits; null for lines written by a verification. */
  @Column({ name: 'idempotency_key', type: 'varchar', length: 255, nullable: true })
  idempotencyKey!: string | null;

  @Column({ type: 'varchar', length: 500, nullable: true })
  note!: string | null;

  @Column(createdAt)
  createdAt!: Date;
}

import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Mode } from '../../domain/mode.js';
import { createdAt } from './columns.js';
import { Granted } from './granted.js';

/** The organisation that pays: owns a wallet, users, keys and verifications. */
@Entity('clients')
@Granted('INSERT', 'UPDATE')
@Check('clients_name_length', 'char_length(name) BETWEEN 1 AND 200')
@Check('clients_threshold_not_negative', 'low_balance_threshold >= 0')
@Check('clients_retention_range', 'retention_days BETWEEN 1 AND 3650')
@Check('clients_mode', `mode IN ('live', 'test')`)
@Check('clients_mode_in_id', `(mode = 'test') = (substr(id::text, 15, 1) = '8')`)
@Check('clients_test_side_of_live', `(mode = 'test') = (live_client_id IS NOT NULL)`)
@Index('clients_one_test_side', ['liveClientId'], { unique: true, where: 'live_client_id IS NOT NULL' })
export class Client {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'clients_pkey' })
  id!: string;

  @Column({ type: 'varchar', length: 200 })
  name!: string;

  /** Invalidates every token of the client's users from the next request on. */
  @Column({ type: 'boolean', default: false })
  suspended!: boolean;

  @Column({ name: 'low_balance_threshold', type: 'integer', default: 0, nullable: true })
  lowBalanceThreshold!: number | null;

  /** Days for which settled verifications keep their personal data; null keeps it until erased. */
  @Column({ name: 'retention_days', type: 'integer', nullable: true })
  retentionDays!: number | null;

  /** Everyone in the client's team must have a second factor. */
  @Column({ name: 'require_second_factor', type: 'boolean', default: false })
  requireSecondFactor!: boolean;

  /** Determined by the id (shared/domain/mode.ts). */
  @Column({ type: 'varchar', length: 4, default: 'live' })
  mode!: Mode;

  /** The live client whose test side it is; null for a live client. */
  @Column({ name: 'live_client_id', type: 'uuid', nullable: true })
  liveClientId!: string | null;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'live_client_id', foreignKeyConstraintName: 'clients_live_client_id_fkey' })
  liveClient?: Relation<Client>;

  @Column(createdAt)
  createdAt!: Date;
}

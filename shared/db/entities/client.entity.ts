import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { createdAt } from './columns.js';

/** The organisation that pays: owns a wallet, users, keys and verifications. */
@Entity('clients')
@Check('clients_name_length', 'char_length(name) BETWEEN 1 AND 200')
@Check('clients_threshold_not_negative', 'low_balance_threshold >= 0')
@Check('clients_retention_range', 'retention_days BETWEEN 1 AND 3650')
export class Client {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'clients_pkey' })
  id!: string;

  @Column({ type: 'varchar', length: 200 })
  name!: string;

  /** Kills every token of every user of the client at the next request. */
  @Column({ type: 'boolean', default: false })
  suspended!: boolean;

  @Column({ name: 'low_balance_threshold', type: 'integer', default: 0, nullable: true })
  lowBalanceThreshold!: number | null;

  /** Days that settled verifications keep their personal data; null keeps them until erased. */
  @Column({ name: 'retention_days', type: 'integer', nullable: true })
  retentionDays!: number | null;

  /** Everybody of the client has to have a second factor. */
  @Column({ name: 'require_second_factor', type: 'boolean', default: false })
  requireSecondFactor!: boolean;

  @Column(createdAt)
  createdAt!: Date;
}

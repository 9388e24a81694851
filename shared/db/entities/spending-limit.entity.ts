import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Limited } from '../../domain/spending.js';
import { Client } from './client.entity.js';
import { Granted } from './granted.js';

/** How much a client, or one of its users or keys, may spend; null for no limit. */
@Entity('spending_limits')
@Granted('INSERT', 'UPDATE')
@Check('spending_limits_per_day', 'per_day >= 0')
@Check('spending_limits_per_month', 'per_month >= 0')
export class SpendingLimit {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'spending_limits_pkey' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'spending_limits_client_id_fkey' })
  client?: Relation<Client>;

  /** The id of the client itself, or of one of its users or keys. */
  @PrimaryColumn({ name: 'subject_id', type: 'uuid', primaryKeyConstraintName: 'spending_limits_pkey' })
  subjectId!: string;

  @Column({ name: 'limit_of', type: 'varchar', length: 16 })
  limitOf!: Limited;

  @Column({ name: 'per_day', type: 'integer', nullable: true })
  perDay!: number | null;

  @Column({ name: 'per_month', type: 'integer', nullable: true })
  perMonth!: number | null;
}

import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { AlertPercent, LimitPeriod } from '../../domain/spending.js';
import { Granted } from './granted.js';
import { SpendingLimit } from './spending-limit.entity.js';

/** What was reserved or charged in a period under a limit, minus what was released. */
@Entity('spending')
@Granted('INSERT', 'UPDATE')
@Check('spending_credits', 'credits >= 0')
@Check('spending_told', 'told IN (0, 80, 100)')
export class SpendingRow {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'spending_pkey' })
  clientId!: string;

  @PrimaryColumn({ name: 'subject_id', type: 'uuid', primaryKeyConstraintName: 'spending_pkey' })
  subjectId!: string;

  @ManyToOne(() => SpendingLimit, { onDelete: 'RESTRICT' })
  @JoinColumn([
    { name: 'client_id', referencedColumnName: 'clientId', foreignKeyConstraintName: 'spending_limit_fkey' },
    {
      name: 'subject_id',
      referencedColumnName: 'subjectId',
      foreignKeyConstraintName: 'spending_limit_fkey',
    },
  ])
  limit?: Relation<SpendingLimit>;

  @PrimaryColumn({ type: 'varchar', length: 8, collation: 'C', primaryKeyConstraintName: 'spending_pkey' })
  period!: LimitPeriod;

  @PrimaryColumn({ name: 'starts_on', type: 'date', primaryKeyConstraintName: 'spending_pkey' })
  startsOn!: string;

  @Column({ type: 'integer' })
  credits!: number;

  /** The highest percentage of the limit the client was warned about in this period. */
  @Column({ type: 'smallint', default: 0 })
  told!: AlertPercent | 0;
}

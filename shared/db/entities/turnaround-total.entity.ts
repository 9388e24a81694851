import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ServiceCode } from '../../services/index.js';
import { Granted } from './granted.js';

/** The daily turnarounds of all live clients together. Only the triggers of those write it. */
@Entity('turnaround_totals')
@Granted()
export class TurnaroundTotal {
  /** In UTC. */
  @PrimaryColumn({ type: 'date', primaryKeyConstraintName: 'turnaround_totals_pkey' })
  day!: string;

  @PrimaryColumn({
    name: 'service_code',
    type: 'varchar',
    length: 40,
    collation: 'C',
    primaryKeyConstraintName: 'turnaround_totals_pkey',
  })
  serviceCode!: ServiceCode;

  /** See shared/domain/duration-buckets.ts. */
  @PrimaryColumn({ name: 'took_class', type: 'smallint', primaryKeyConstraintName: 'turnaround_totals_pkey' })
  tookClass!: number;

  @Column({ type: 'bigint' })
  completed!: string;
}

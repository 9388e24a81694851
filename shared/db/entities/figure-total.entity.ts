import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ServiceCode } from '../../services/index.js';
import { Granted } from './granted.js';

/** The daily figures of all live clients together. Only the triggers of those write it. */
@Entity('figure_totals')
@Granted()
export class FigureTotal {
  /** In UTC. */
  @PrimaryColumn({ type: 'date', primaryKeyConstraintName: 'figure_totals_pkey' })
  day!: string;

  @PrimaryColumn({
    name: 'service_code',
    type: 'varchar',
    length: 40,
    collation: 'C',
    primaryKeyConstraintName: 'figure_totals_pkey',
  })
  serviceCode!: ServiceCode;

  @Column({ type: 'bigint' })
  submitted!: string;

  @Column({ type: 'bigint' })
  completed!: string;

  @Column({ type: 'bigint' })
  credits!: string;

  @Column({ type: 'bigint' })
  reviewed!: string;

  @Column({ type: 'bigint' })
  positive!: string;

  @Column({ type: 'bigint' })
  negative!: string;

  @Column({ name: 'no_record', type: 'bigint' })
  noRecord!: string;

  @Column({ type: 'bigint' })
  mixed!: string;

  @Column({ type: 'bigint' })
  rejected!: string;

  @Column({ type: 'bigint' })
  closed!: string;
}

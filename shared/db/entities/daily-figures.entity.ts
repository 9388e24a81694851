import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ServiceCode } from '../../services/index.js';
import { Client } from './client.entity.js';
import { Granted } from './granted.js';

/** A client's requests to a service on one day, and their results; credits are taken from the ledger. */
@Entity('daily_figures')
@Granted('INSERT', 'UPDATE')
@Index('daily_figures_day_idx', ['day'])
export class DailyFigures {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'daily_figures_pkey' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'daily_figures_client_id_fkey' })
  client?: Relation<Client>;

  /** In UTC. */
  @PrimaryColumn({ type: 'date', primaryKeyConstraintName: 'daily_figures_pkey' })
  day!: string;

  @PrimaryColumn({
    name: 'service_code',
    type: 'varchar',
    length: 40,
    collation: 'C',
    primaryKeyConstraintName: 'daily_figures_pkey',
  })
  serviceCode!: ServiceCode;

  /** Requests accepted on this day. */
  @Column({ type: 'integer' })
  submitted!: number;

  /** Requests completed on this day, whenever they were accepted. */
  @Column({ type: 'integer' })
  completed!: number;

  /** Credits charged on this day. */
  @Column({ type: 'integer' })
  credits!: number;

  /** The completed requests that support had to look at. */
  @Column({ type: 'integer' })
  reviewed!: number;

  @Column({ type: 'integer' })
  positive!: number;

  @Column({ type: 'integer' })
  negative!: number;

  @Column({ name: 'no_record', type: 'integer' })
  noRecord!: number;

  @Column({ type: 'integer' })
  mixed!: number;

  @Column({ type: 'integer' })
  rejected!: number;

  @Column({ type: 'integer' })
  closed!: number;
}

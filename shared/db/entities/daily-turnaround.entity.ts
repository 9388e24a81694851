import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ServiceCode } from '../../services/index.js';
import { Client } from './client.entity.js';
import { Granted } from './granted.js';

/** How many requests of a client to a service took how long, by the day of their result. */
@Entity('daily_turnarounds')
@Granted('INSERT', 'UPDATE')
@Index('daily_turnarounds_day_idx', ['day'])
export class DailyTurnaround {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'daily_turnarounds_pkey' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'daily_turnarounds_client_id_fkey' })
  client?: Relation<Client>;

  /** In UTC. */
  @PrimaryColumn({ type: 'date', primaryKeyConstraintName: 'daily_turnarounds_pkey' })
  day!: string;

  @PrimaryColumn({
    name: 'service_code',
    type: 'varchar',
    length: 40,
    collation: 'C',
    primaryKeyConstraintName: 'daily_turnarounds_pkey',
  })
  serviceCode!: ServiceCode;

  /** See shared/domain/duration-buckets.ts. */
  @PrimaryColumn({ name: 'took_class', type: 'smallint', primaryKeyConstraintName: 'daily_turnarounds_pkey' })
  tookClass!: number;

  @Column({ type: 'integer' })
  completed!: number;
}

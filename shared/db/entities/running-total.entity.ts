import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from './client.entity.js';
import { Granted } from './granted.js';

/**
 * What a live client requested from its first day to the end of another, for each day with figures: those of any period
 * are the difference between two rows. Only the triggers of the daily figures write it.
 */
@Entity('running_totals')
@Granted()
export class RunningTotal {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'running_totals_pkey' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'running_totals_client_id_fkey' })
  client?: Relation<Client>;

  /** In UTC. */
  @PrimaryColumn({ type: 'date', primaryKeyConstraintName: 'running_totals_pkey' })
  day!: string;

  @Column({ type: 'bigint' })
  submitted!: string;

  @Column({ type: 'bigint' })
  completed!: string;

  @Column({ type: 'bigint' })
  credits!: string;

  @Column({ type: 'bigint' })
  reviewed!: string;
}

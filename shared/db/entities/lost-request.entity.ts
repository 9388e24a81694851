import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { moment } from './columns.js';
import { DatabaseHistory } from './database-history.entity.js';
import { Granted } from './granted.js';

/**
 * A request that was acknowledged and then lost, because the database was restored to an earlier point (contract 15).
 */
@Entity('lost_requests')
@Granted('INSERT')
export class LostRequest {
  /** The id of the lost verification. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'lost_requests_pkey' })
  id!: string;

  /** The history that was adopted when the loss was noticed. */
  @Column({ name: 'history_id', type: 'uuid' })
  historyId!: string;

  @ManyToOne(() => DatabaseHistory, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'history_id', foreignKeyConstraintName: 'lost_requests_history_id_fkey' })
  history?: Relation<DatabaseHistory>;

  /** Rounded down to the hour. */
  @Column({ ...moment, name: 'acknowledged_at' })
  acknowledgedAt!: Date;

  @Column({ ...moment, name: 'found_at', default: () => 'now()' })
  foundAt!: Date;
}

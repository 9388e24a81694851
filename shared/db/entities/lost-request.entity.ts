import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { moment } from './columns.js';
import { DatabaseHistory } from './database-history.entity.js';

/** A request that was acknowledged and is gone, because the database went back in time: contract 15. */
@Entity('lost_requests')
export class LostRequest {
  /** Of the verification that it was. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'lost_requests_pkey' })
  id!: string;

  /** The history that was adopted when it was missed. */
  @Column({ name: 'history_id', type: 'uuid' })
  historyId!: string;

  @ManyToOne(() => DatabaseHistory, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'history_id', foreignKeyConstraintName: 'lost_requests_history_id_fkey' })
  history?: Relation<DatabaseHistory>;

  /** The beginning of the hour. */
  @Column({ ...moment, name: 'acknowledged_at' })
  acknowledgedAt!: Date;

  @Column({ ...moment, name: 'found_at', default: () => 'now()' })
  foundAt!: Date;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';
import { moment } from './columns.js';

/** One worker process from its start to its end. `provider_calls.worker` names it. */
@Entity('workers')
export class WorkerProcess {
  /** Host, process id and something random, so that no two processes ever share one. */
  @PrimaryColumn({ type: 'varchar', length: 100, collation: 'C', primaryKeyConstraintName: 'workers_pkey' })
  id!: string;

  @Column({ ...moment, name: 'started_at', default: () => 'now()' })
  startedAt!: Date;

  /** When it was last heard of, by the clock of the database. */
  @Column({ ...moment, name: 'beat_at', default: () => 'now()' })
  beatAt!: Date;

  /** Set when it ended in order: it sends nothing any more. */
  @Column({ ...moment, name: 'ended_at', nullable: true })
  endedAt!: Date | null;
}

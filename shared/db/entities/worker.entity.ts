import { Column, Entity, PrimaryColumn } from 'typeorm';
import { moment } from './columns.js';
import { Granted } from './granted.js';

/** One worker process from its start to its end. `provider_calls.worker` names it. */
@Entity('workers')
@Granted('INSERT', 'UPDATE')
export class WorkerProcess {
  /** Host, process id and a random part, so that no two processes ever share one. */
  @PrimaryColumn({ type: 'varchar', length: 100, collation: 'C', primaryKeyConstraintName: 'workers_pkey' })
  id!: string;

  @Column({ ...moment, name: 'started_at', default: () => 'now()' })
  startedAt!: Date;

  /** Time of its last heartbeat, by the database's clock. */
  @Column({ ...moment, name: 'beat_at', default: () => 'now()' })
  beatAt!: Date;

  /** Set when it shut down in an orderly way: it sends nothing any more. */
  @Column({ ...moment, name: 'ended_at', nullable: true })
  endedAt!: Date | null;
}

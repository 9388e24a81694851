import { Column, Check as Constraint, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { moment } from './columns.js';
import { Granted } from './granted.js';

/**
 * One history of the database, from its adoption until the next one (contract 15). The newest is the adopted one, and a
 * database that does not match it (a promoted standby, a restored backup, a copy) makes no calls.
 */
@Entity('database_histories')
@Granted('INSERT', 'UPDATE')
@Constraint('database_histories_adopted_how', `adopted_how IN ('migration', 'automatic', 'person')`)
@Index('database_histories_adopted_at', ['adoptedAt'], { unique: true })
export class DatabaseHistory {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'database_histories_pkey' })
  id!: string;

  /** Identifies the cluster, as set by initdb: copies of its files have the same. */
  @Column({ name: 'system_identifier', type: 'bigint' })
  systemIdentifier!: string;

  /** The timeline of the write-ahead log: every promotion starts another. */
  @Column({ type: 'integer' })
  timeline!: number;

  /** Differs in a copy of the database on the same server. */
  @Column({ name: 'database_oid', type: 'bigint' })
  databaseOid!: string;

  /** The oid of this table: differs after a dump was restored into the same database. */
  @Column({ name: 'table_oid', type: 'bigint' })
  tableOid!: string;

  @Column({ ...moment, name: 'adopted_at', default: () => 'now()' })
  adoptedAt!: Date;

  @Column({ name: 'adopted_how', type: 'varchar', length: 16 })
  adoptedHow!: 'migration' | 'automatic' | 'person';

  /** The process, or `system` for a command run on the server. */
  @Column({ name: 'adopted_by', type: 'varchar', length: 100 })
  adoptedBy!: string;

  /** The gapless epoch of the witness that belongs to this history; null until it has begun. */
  @Column({ name: 'witness_epoch', type: 'uuid', nullable: true })
  witnessEpoch!: string | null;

  /** Whether the witness was complete at the adoption; null if there was none to ask. */
  @Column({ name: 'witness_complete', type: 'boolean', nullable: true })
  witnessComplete!: boolean | null;

  /** Checks the adoption sent to review. */
  @Column({ name: 'checks_reviewed', type: 'integer', default: 0 })
  checksReviewed!: number;

  /** When the database was found to lack data of this history: no calls are made until another is adopted. */
  @Column({ ...moment, name: 'doubted_at', nullable: true })
  doubtedAt!: Date | null;

  /**
   * When this history was last seen intact: what the database lacks was written after that. Null in rows of earlier
   * releases.
   */
  @Column({ ...moment, name: 'seen_at', nullable: true, default: () => 'now()' })
  seenAt!: Date | null;

  /** Acknowledged requests the adoption found missing. */
  @Column({ name: 'requests_lost', type: 'integer', default: 0 })
  requestsLost!: number;

  /** When acknowledged requests were compared with the database; null until then, and for the first history. */
  @Column({ ...moment, name: 'requests_compared_at', nullable: true })
  requestsComparedAt!: Date | null;
}

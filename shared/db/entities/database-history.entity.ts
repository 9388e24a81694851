import { Column, Check as Constraint, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { moment } from './columns.js';

/**
 * One history of the database, from its adoption until the next: contract 15. The newest is the adopted one, and a
 * database that is not what it describes (a promoted standby, a restored backup, a copy) lets nothing be called.
 */
@Entity('database_histories')
@Constraint('database_histories_adopted_how', `adopted_how IN ('migration', 'automatic', 'person')`)
@Index('database_histories_adopted_at', ['adoptedAt'], { unique: true })
export class DatabaseHistory {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'database_histories_pkey' })
  id!: string;

  /** Of the cluster, given by initdb: copies of its files have the same. */
  @Column({ name: 'system_identifier', type: 'bigint' })
  systemIdentifier!: string;

  /** Of the write-ahead log: every promotion begins another. */
  @Column({ type: 'integer' })
  timeline!: number;

  /** Another one in a copy of the database on the same server. */
  @Column({ name: 'database_oid', type: 'bigint' })
  databaseOid!: string;

  /** Of this table: another one when a dump was restored into the same database. */
  @Column({ name: 'table_oid', type: 'bigint' })
  tableOid!: string;

  @Column({ ...moment, name: 'adopted_at', default: () => 'now()' })
  adoptedAt!: Date;

  @Column({ name: 'adopted_how', type: 'varchar', length: 16 })
  adoptedHow!: 'migration' | 'automatic' | 'person';

  /** The process, or `system` for a command run on the server. */
  @Column({ name: 'adopted_by', type: 'varchar', length: 100 })
  adoptedBy!: string;

  /** The unbroken stretch of the witness that goes with this history; null until it has begun. */
  @Column({ name: 'witness_epoch', type: 'uuid', nullable: true })
  witnessEpoch!: string | null;

  /** Whether the witness knew everything at the adoption; null where nothing was to be asked. */
  @Column({ name: 'witness_complete', type: 'boolean', nullable: true })
  witnessComplete!: boolean | null;

  /** Checks that the adoption put into review. */
  @Column({ name: 'checks_reviewed', type: 'integer', default: 0 })
  checksReviewed!: number;

  /** When it was seen that the database lacks what it had under this history: nothing is called until another is adopted. */
  @Column({ ...moment, name: 'doubted_at', nullable: true })
  doubtedAt!: Date | null;

  /** When it was last seen to be there: what the database lacks of it was written later. Null in what earlier releases wrote. */
  @Column({ ...moment, name: 'seen_at', nullable: true, default: () => 'now()' })
  seenAt!: Date | null;

  /** Acknowledged requests that the adoption found gone. */
  @Column({ name: 'requests_lost', type: 'integer', default: 0 })
  requestsLost!: number;

  /** When what was acknowledged was compared with what the database has; null until then, and for the first history. */
  @Column({ ...moment, name: 'requests_compared_at', nullable: true })
  requestsComparedAt!: Date | null;
}

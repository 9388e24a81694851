import {
  Column,
  Check as Constraint,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { CallState } from '../../domain/states.js';
import type { CallProvider } from '../../services/index.js';
import { Check } from './check.entity.js';
import { moment } from './columns.js';
import { Granted } from './granted.js';
import { User } from './user.entity.js';

/**
 * One HTTP request to the provider. The row is inserted as `started` and committed before the socket opens: the
 * dispatch marker. The unique index below is the promise "never pay twice": while a call may have been received, no
 * other call of the same check can exist.
 */
@Entity('provider_calls')
@Granted('INSERT', 'UPDATE')
@Constraint(
  'provider_calls_state',
  `state = ANY ('{started,not_sent,refused_for_now,refused,answered,uncertain,written_off}'::text[])`,
)
@Constraint('provider_calls_finished_at_follows_state', `(state = 'started') = (finished_at IS NULL)`)
@Constraint(
  'provider_calls_written_off_at_follows_state',
  `(state = 'written_off') = (written_off_at IS NOT NULL)`,
)
@Constraint(
  'provider_calls_provider_of_mode',
  `(provider = 'simulator') = (substr(client_id::text, 15, 1) = '8')`,
)
// An index on an expression, which TypeORM does not support, so only the migration creates it: at most one call per
// check that may have been received.
@Index('provider_calls_one_possible_of_check', { synchronize: false })
@Index('provider_calls_late_idx', ['answeredLateAt'], { where: 'answered_late_at IS NOT NULL' })
@Index('provider_calls_started_idx', ['deadlineAt'], { where: `state = 'started'` })
export class ProviderCall {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'provider_calls_pkey' })
  id!: string;

  @Column({ name: 'client_id', type: 'uuid' })
  clientId!: string;

  @Column({ name: 'check_id', type: 'uuid' })
  checkId!: string;

  @ManyToOne(() => Check, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'check_id', foreignKeyConstraintName: 'provider_calls_check_id_fkey' })
  check?: Relation<Check>;

  /** The provider it was made to. Processes of the previous release know only one, and leave it to the default. */
  @Column({ type: 'varchar', length: 20, default: 'upstream' })
  provider!: CallProvider;

  @Column({ type: 'varchar', length: 16, default: 'started' })
  state!: CallState;

  /** The worker that made the call: a row of `workers`, unless it was an earlier release. */
  @Column({ type: 'varchar', length: 100 })
  worker!: string;

  @Column({ ...moment, name: 'started_at', default: () => 'now()' })
  startedAt!: Date;

  /** After this a call without an answer is uncertain, and the reconciler marks it. */
  @Column({ ...moment, name: 'deadline_at' })
  deadlineAt!: Date;

  @Column({ ...moment, name: 'finished_at', nullable: true })
  finishedAt!: Date | null;

  @Column({ name: 'http_status', type: 'smallint', nullable: true })
  httpStatus!: number | null;

  /** One of our own words or an error code; never text from the provider. */
  @Column({ type: 'varchar', length: 60, nullable: true })
  reason!: string | null;

  /** The provider's raw answer, sealed. */
  @Column({ name: 'answer_sealed', type: 'bytea', nullable: true })
  answerSealed!: Buffer | null;

  /** Set when the answer came after the call had been given up: evidence, not a result. */
  @Column({ ...moment, name: 'answered_late_at', nullable: true })
  answeredLateAt!: Date | null;

  /** Set when the provider confirmed that it does not charge for the call, so that the check may be called again. */
  @Column({ ...moment, name: 'written_off_at', nullable: true })
  writtenOffAt!: Date | null;

  /** Who recorded that confirmation; null for a command run on the server. */
  @Column({ name: 'written_off_by', type: 'uuid', nullable: true })
  writtenOffBy!: string | null;

  @ManyToOne(() => User, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'written_off_by', foreignKeyConstraintName: 'provider_calls_written_off_by_fkey' })
  writer?: Relation<User>;
}

import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { InputType } from '../../domain/input-type.js';
import type { Outcome } from '../../domain/outcome.js';
import type { ReviewReason, Status } from '../../domain/states.js';
import type { ServiceCode } from '../../services/index.js';
import { Client } from './client.entity.js';
import { createdAt, moment } from './columns.js';
import { Erasure } from './erasure.entity.js';
import { Granted } from './granted.js';

/**
 * One paid request. What it says about a person is sealed under the row's own data key, and an erasure destroys that
 * key and everything sealed under it: ids, states and credits remain.
 */
@Entity('verifications')
@Granted('INSERT', 'UPDATE')
// Lists of words as one array: the shortest form of what every writing statement has to read of them.
@Check('verifications_status', `status = ANY ('{pending,completed,manual_review}'::text[])`)
@Check(
  'verifications_outcome',
  `outcome = ANY ('{positive,negative,no_record,mixed,rejected,closed}'::text[])`,
)
@Check(
  'verifications_completed_has_result',
  `(status = 'completed') = (outcome IS NOT NULL AND label IS NOT NULL AND completed_at IS NOT NULL)`,
)
@Check('verifications_review_has_reason', `status <> 'manual_review' OR review_reason IS NOT NULL`)
@Check(
  'verifications_credits_follow_status',
  `credits > 0
    AND credits_reserved = CASE WHEN status = 'completed' THEN 0 ELSE credits END
    AND credits_charged = CASE
      WHEN status <> 'completed' OR outcome = ANY ('{rejected,closed}'::text[]) THEN 0
      ELSE credits
    END`,
)
@Check(
  'verifications_erased_completely',
  `(erased_at IS NULL OR status = 'completed')
    AND num_nonnulls(fingerprint, subject_hash, data_key, subject_sealed, parameters_sealed) =
      CASE WHEN erased_at IS NULL THEN 5 ELSE 0 END`,
)
@Check('verifications_erased_name', 'erased_at IS NULL OR name_hash IS NULL')
@Check('verifications_erased_request', 'erased_at IS NULL OR num_nonnulls(reference, request_hash) = 0')
// Compared by bytes (COLLATE "C" in the migration), whatever the database's collation.
@Index('verifications_idempotency_key', ['idempotencyKey', 'clientId'], { unique: true })
@Index('verifications_history_idx', ['clientId', 'createdAt', 'id'])
@Index('verifications_open_idx', ['clientId', 'status', 'createdAt', 'id'], {
  where: `status <> 'completed'`,
})
@Index('verifications_service_idx', ['clientId', 'serviceCode', 'createdAt', 'id'])
@Index('verifications_outcome_idx', ['clientId', 'outcome', 'createdAt', 'id'], {
  where: 'outcome IS NOT NULL',
})
@Index('verifications_in_review_idx', ['createdAt', 'id', 'clientId', 'reviewReason'], {
  where: `status = 'manual_review'`,
})
@Index('verifications_expiry_idx', ['clientId', 'completedAt'], {
  where: `status = 'completed' AND erased_at IS NULL`,
})
@Index('verifications_marked_idx', ['erasureId'], {
  where: 'erasure_id IS NOT NULL AND erased_at IS NULL',
})
@Index('verifications_announced_idx', ['erasureDueAt'], { where: 'erasure_due_at IS NOT NULL' })
@Index('verifications_same_name_idx', ['nameHash', 'requestHash', 'completedAt', 'createdAt'], {
  where: 'name_hash IS NOT NULL',
})
@Index('verifications_unfolded_idx', ['clientId'], {
  where: `subject_type = 'name' AND name_hash IS NULL AND erased_at IS NULL`,
})
@Index('verifications_reference_idx', ['clientId', 'reference', 'createdAt', 'id'], {
  where: 'reference IS NOT NULL',
})
@Index('verifications_submitter_idx', ['clientId', 'submittedBy', 'createdAt', 'id'], {
  where: 'submitted_by IS NOT NULL',
})
@Index('verifications_same_subject_idx', ['subjectHash', 'requestHash', 'completedAt', 'createdAt'], {
  where: 'subject_hash IS NOT NULL',
})
// On the bytes of the last characters: TypeORM cannot declare the collation of an index, so only the migration creates
// it.
@Index('verifications_last4_idx', { synchronize: false })
export class Verification {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'verifications_pkey' })
  id!: string;

  @Column({ name: 'client_id', type: 'uuid' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'verifications_client_id_fkey' })
  client?: Relation<Client>;

  @Column({ name: 'idempotency_key', type: 'varchar', length: 255 })
  idempotencyKey!: string;

  /** Keyed hash of the request, to tell a retry from a different request under the same key. */
  @Column({ type: 'bytea', nullable: true })
  fingerprint!: Buffer | null;

  @Column({ name: 'service_code', type: 'varchar', length: 40 })
  serviceCode!: ServiceCode;

  @Column({ name: 'subject_type', type: 'varchar', length: 40 })
  subjectType!: InputType;

  @Column({ name: 'subject_masked', type: 'varchar', length: 200 })
  subjectMasked!: string;

  /**
   * The end of the masked subject, maintained by a trigger: under row-level security an index must be on a plain
   * column.
   */
  @Column({ name: 'subject_last4', type: 'varchar', length: 4, nullable: true })
  subjectLast4!: string | null;

  /** Keyed hash of the normalised subject, for exact search in the history. */
  @Column({ name: 'subject_hash', type: 'bytea', nullable: true })
  subjectHash!: Buffer | null;

  /** Keyed hash of a name as folded by `foldName`, to erase and export it in any spelling; null for other subjects. */
  @Column({ name: 'name_hash', type: 'bytea', nullable: true })
  nameHash!: Buffer | null;

  /** The key that seals all personal data of this verification, itself sealed by a key of ENCRYPTION_KEYS. */
  @Column({ name: 'data_key', type: 'bytea', nullable: true })
  dataKey!: Buffer | null;

  @Column({ name: 'subject_sealed', type: 'bytea', nullable: true })
  subjectSealed!: Buffer | null;

  @Column({ name: 'parameters_sealed', type: 'bytea', nullable: true })
  parametersSealed!: Buffer | null;

  @Column({ type: 'varchar', length: 500 })
  purpose!: string;

  /** The caller's own reference for the case; null if it gave none, and after an erasure. */
  @Column({ type: 'varchar', length: 100, collation: 'C', nullable: true })
  reference!: string | null;

  /** Keyed hash of service, subject and parameters, to detect a repeated request; null in older rows. */
  @Column({ name: 'request_hash', type: 'bytea', nullable: true })
  requestHash!: Buffer | null;

  /** The user or API key that submitted it; null in older rows, where only the evidence names it. */
  @Column({ name: 'submitted_by', type: 'uuid', nullable: true })
  submittedBy!: string | null;

  @Column({ name: 'price_release', type: 'varchar', length: 20 })
  priceRelease!: string;

  /** The approved charge; later price lists do not affect it. */
  @Column({ type: 'integer' })
  credits!: number;

  @Column({ name: 'credits_reserved', type: 'integer' })
  creditsReserved!: number;

  @Column({ name: 'credits_charged', type: 'integer', default: 0 })
  creditsCharged!: number;

  @Column({ type: 'varchar', length: 16, default: 'pending' })
  status!: Status;

  @Column({ type: 'varchar', length: 16, nullable: true })
  outcome!: Outcome | null;

  @Column({ type: 'varchar', length: 300, nullable: true })
  label!: string | null;

  @Column({ name: 'review_reason', type: 'varchar', length: 32, nullable: true })
  reviewReason!: ReviewReason | null;

  /** Follows the request through the queue into the worker's log lines. */
  @Column({ name: 'correlation_id', type: 'varchar', length: 64 })
  correlationId!: string;

  /** W3C trace context of the request, by which the worker continues its trace; null if tracing is off. */
  @Column({ type: 'varchar', length: 55, nullable: true })
  traceparent!: string | null;

  /** Incremented by every change a reader can see: the ETag of the report. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  @Column(createdAt)
  createdAt!: Date;

  @Column({ ...moment, name: 'completed_at', nullable: true })
  completedAt!: Date | null;

  /** The erasure that found this row: it is erased as soon as it is settled. */
  @Column({ name: 'erasure_id', type: 'uuid', nullable: true })
  erasureId!: string | null;

  @ManyToOne(() => Erasure, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'erasure_id', foreignKeyConstraintName: 'verifications_erasure_id_fkey' })
  erasure?: Relation<Erasure> | null;

  /** When it will be erased because its retention is over, unless that is cancelled; null if it is not due. */
  @Column({ ...moment, name: 'erasure_due_at', nullable: true })
  erasureDueAt!: Date | null;

  /** When all personal data was erased; null while it is there. */
  @Column({ ...moment, name: 'erased_at', nullable: true })
  erasedAt!: Date | null;
}

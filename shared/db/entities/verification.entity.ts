import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Outcome } from '../../domain/outcome.js';
import type { InputType, ServiceCode } from '../../domain/services.js';
import type { ReviewReason, Status } from '../../domain/states.js';
import { Client } from './client.entity.js';
import { createdAt, moment } from './columns.js';
import { Erasure } from './erasure.entity.js';

/**
 * One paid request. What it says of a person is sealed under the row's own data key, and an erasure destroys that key
 * with everything that it sealed: what is left are ids, states and credits.
 */
@Entity('verifications')
@Check('verifications_status', `status IN ('pending', 'completed', 'manual_review')`)
@Check(
  'verifications_outcome',
  `outcome IN ('positive', 'negative', 'no_record', 'mixed', 'rejected', 'closed')`,
)
@Check(
  'verifications_completed_has_result',
  `(status = 'completed') = (outcome IS NOT NULL AND label IS NOT NULL AND completed_at IS NOT NULL)`,
)
@Check('verifications_review_has_reason', `status <> 'manual_review' OR review_reason IS NOT NULL`)
@Check(
  'verifications_credits_follow_status',
  `credits > 0 AND CASE
    WHEN status <> 'completed' THEN credits_reserved = credits AND credits_charged = 0
    WHEN outcome IN ('rejected', 'closed') THEN credits_reserved = 0 AND credits_charged = 0
    ELSE credits_reserved = 0 AND credits_charged = credits
  END`,
)
@Check(
  'verifications_erased_completely',
  `CASE
    WHEN erased_at IS NULL
      THEN num_nulls(fingerprint, subject_hash, data_key, subject_sealed, parameters_sealed) = 0
    ELSE status = 'completed'
      AND num_nonnulls(fingerprint, subject_hash, data_key, subject_sealed, parameters_sealed) = 0
  END`,
)
@Index('verifications_client_id_idempotency_key', ['clientId', 'idempotencyKey'], { unique: true })
@Index('verifications_history_idx', ['clientId', 'createdAt', 'id'])
@Index('verifications_open_idx', ['clientId', 'status', 'createdAt', 'id'], {
  where: `status <> 'completed'`,
})
@Index('verifications_service_idx', ['clientId', 'serviceCode', 'createdAt', 'id'])
@Index('verifications_outcome_idx', ['clientId', 'outcome', 'createdAt', 'id'], {
  where: 'outcome IS NOT NULL',
})
@Index('verifications_review_idx', ['createdAt', 'id'], { where: `status = 'manual_review'` })
@Index('verifications_expiry_idx', ['clientId', 'completedAt'], {
  where: `status = 'completed' AND erased_at IS NULL`,
})
@Index('verifications_marked_idx', ['erasureId'], {
  where: 'erasure_id IS NOT NULL AND erased_at IS NULL',
})
@Index('verifications_subject_idx', ['clientId', 'subjectHash', 'createdAt', 'id'])
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

  /** Keyed hash of the request, to tell a replay from another request under the same key. */
  @Column({ type: 'bytea', nullable: true })
  fingerprint!: Buffer | null;

  @Column({ name: 'service_code', type: 'varchar', length: 40 })
  serviceCode!: ServiceCode;

  @Column({ name: 'subject_type', type: 'varchar', length: 40 })
  subjectType!: InputType;

  @Column({ name: 'subject_masked', type: 'varchar', length: 200 })
  subjectMasked!: string;

  /** Keyed hash of the clean subject, for the exact search of the history. */
  @Column({ name: 'subject_hash', type: 'bytea', nullable: true })
  subjectHash!: Buffer | null;

  /** The key that seals everything personal of this verification, itself sealed by a key of ENCRYPTION_KEYS. */
  @Column({ name: 'data_key', type: 'bytea', nullable: true })
  dataKey!: Buffer | null;

  @Column({ name: 'subject_sealed', type: 'bytea', nullable: true })
  subjectSealed!: Buffer | null;

  @Column({ name: 'parameters_sealed', type: 'bytea', nullable: true })
  parametersSealed!: Buffer | null;

  @Column({ type: 'varchar', length: 500 })
  purpose!: string;

  @Column({ name: 'price_release', type: 'varchar', length: 20 })
  priceRelease!: string;

  /** The charge that was approved; later price lists never touch it. */
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

  /** W3C trace context of the request, by which the worker continues its trace; null while nothing is traced. */
  @Column({ type: 'varchar', length: 55, nullable: true })
  traceparent!: string | null;

  /** Raised by every change that a reader can see: the ETag of the report. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  @Column(createdAt)
  createdAt!: Date;

  @Column({ ...moment, name: 'completed_at', nullable: true })
  completedAt!: Date | null;

  /** The request to erase the subject that found this row: it is erased as soon as it is settled. */
  @Column({ name: 'erasure_id', type: 'uuid', nullable: true })
  erasureId!: string | null;

  @ManyToOne(() => Erasure, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'erasure_id', foreignKeyConstraintName: 'verifications_erasure_id_fkey' })
  erasure?: Relation<Erasure> | null;

  /** When everything personal was erased; null while it is there. */
  @Column({ ...moment, name: 'erased_at', nullable: true })
  erasedAt!: Date | null;
}

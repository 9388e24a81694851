import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { BatchReason, BatchStatus } from '../../domain/batch.js';
import type { ServiceCode } from '../../services/index.js';
import { Client } from './client.entity.js';
import { createdAt, moment } from './columns.js';
import { Granted } from './granted.js';

/** A file of rows, each of which becomes a verification (contract 13). */
@Entity('batches')
@Granted('INSERT', 'UPDATE')
@Check('batches_status', `status IN ('draft', 'running', 'paused', 'completed', 'cancelled')`)
@Check('batches_started', `status NOT IN ('running', 'paused', 'completed') OR submitter_id IS NOT NULL`)
@Check('batches_key_while_open', `(data_key IS NULL) = (status IN ('completed', 'cancelled'))`)
@Index('batches_client_id_idx', ['clientId', 'id'])
@Index('batches_file_idx', ['clientId', 'fileHash'])
@Index('batches_open_idx', ['status', 'changedAt'], { where: 'data_key IS NOT NULL' })
export class Batch {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'batches_pkey' })
  id!: string;

  @Column({ name: 'client_id', type: 'uuid' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'batches_client_id_fkey' })
  client?: Relation<Client>;

  @Column({ type: 'varchar', length: 16, default: 'draft' })
  status!: BatchStatus;

  /** Why it is paused, or was cancelled by the service. */
  @Column({ type: 'varchar', length: 40, nullable: true })
  reason!: BatchReason | null;

  @Column({ name: 'file_name', type: 'varchar', length: 100, nullable: true })
  fileName!: string | null;

  /** Keyed hash of the bytes, by which the same file is recognised; random once nothing of it is left here. */
  @Column({ name: 'file_hash', type: 'bytea' })
  fileHash!: Buffer;

  /** Opens the content of its rows; destroyed when the batch ends. */
  @Column({ name: 'data_key', type: 'bytea', nullable: true })
  dataKey!: Buffer | null;

  @Column({ type: 'integer' })
  rows!: number;

  @Column({ name: 'valid_rows', type: 'integer' })
  validRows!: number;

  @Column({ name: 'duplicate_rows', type: 'integer' })
  duplicateRows!: number;

  @Column({ type: 'integer' })
  credits!: number;

  /** The charge per row of each service, as displayed or approved. */
  @Column({ type: 'jsonb' })
  charges!: Partial<Record<ServiceCode, number>>;

  @Column({ name: 'price_release', type: 'varchar', length: 40 })
  priceRelease!: string;

  @Column({ name: 'biometric_consent', type: 'boolean', default: false })
  biometricConsent!: boolean;

  @Column({ name: 'skip_duplicates', type: 'boolean', default: false })
  skipDuplicates!: boolean;

  /** Public id of who uploaded it. */
  @Column({ name: 'created_by', type: 'varchar', length: 40 })
  createdBy!: string;

  /** Public id of the person or key that started it, in whose name its rows are submitted. */
  @Column({ name: 'submitted_by', type: 'varchar', length: 40, nullable: true })
  submittedBy!: string | null;

  /** That submitter as a stored id. */
  @Column({ name: 'submitter_id', type: 'uuid', nullable: true })
  submitterId!: string | null;

  @Column({ type: 'varchar', length: 8 })
  channel!: 'api' | 'portal';

  @Column({ name: 'correlation_id', type: 'varchar', length: 64 })
  correlationId!: string;

  /** The worker currently feeding it. */
  @Column({ name: 'leased_by', type: 'varchar', length: 100, nullable: true })
  leasedBy!: string | null;

  @Column({ ...moment, name: 'leased_until', nullable: true })
  leasedUntil!: Date | null;

  /** How many rows had left `pending` when it was started or resumed: its pace is measured from there. */
  @Column({ name: 'settled_before', type: 'integer', default: 0 })
  settledBefore!: number;

  @Column(createdAt)
  createdAt!: Date;

  @Column({ ...moment, name: 'started_at', nullable: true })
  startedAt!: Date | null;

  @Column({ ...moment, name: 'resumed_at', nullable: true })
  resumedAt!: Date | null;

  @Column({ ...moment, name: 'changed_at', default: () => 'now()' })
  changedAt!: Date;

  @Column({ ...moment, name: 'ended_at', nullable: true })
  endedAt!: Date | null;
}

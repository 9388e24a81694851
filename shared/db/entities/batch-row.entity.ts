import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { StoredRowState } from '../../domain/batch.js';
import type { FieldFault } from '../../domain/faults.js';
import type { ServiceCode } from '../../services/index.js';
import { Batch } from './batch.entity.js';
import { Client } from './client.entity.js';
import { Granted } from './granted.js';
import { Verification } from './verification.entity.js';

/** A row of a batch. Its content is kept, sealed, only while it waits to be submitted. */
@Entity('batch_rows')
@Granted('INSERT', 'UPDATE')
@Check(
  'batch_rows_state',
  `state IN ('faulty', 'ready', 'submitted', 'settled', 'skipped', 'refused', 'cancelled', 'erased')`,
)
@Check(
  'batch_rows_input_while_ready',
  `CASE WHEN state = 'ready' THEN num_nulls(input_sealed, subject_hash) = 0
   ELSE num_nonnulls(input_sealed, subject_hash, name_hash) = 0 END`,
)
@Check('batch_rows_submitted', `(verification_id IS NOT NULL) = (state IN ('submitted', 'settled'))`)
@Index('batch_rows_ready_idx', ['batchId', 'rowNo'], { where: `state = 'ready'` })
@Index('batch_rows_submitted_idx', ['batchId', 'rowNo'], { where: `state = 'submitted'` })
@Index('batch_rows_subject_idx', ['clientId', 'subjectHash'], { where: `state = 'ready'` })
@Index('batch_rows_name_idx', ['clientId', 'nameHash'], { where: 'name_hash IS NOT NULL' })
export class BatchRow {
  @PrimaryColumn({ name: 'batch_id', type: 'uuid', primaryKeyConstraintName: 'batch_rows_pkey' })
  batchId!: string;

  @ManyToOne(() => Batch, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'batch_id', foreignKeyConstraintName: 'batch_rows_batch_id_fkey' })
  batch?: Relation<Batch>;

  @PrimaryColumn({ name: 'row_no', type: 'integer', primaryKeyConstraintName: 'batch_rows_pkey' })
  rowNo!: number;

  @Column({ name: 'client_id', type: 'uuid' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'batch_rows_client_id_fkey' })
  client?: Relation<Client>;

  @Column({ type: 'varchar', length: 16 })
  state!: StoredRowState;

  /** Null if the row names no existing service. */
  @Column({ name: 'service_code', type: 'varchar', length: 40, nullable: true })
  serviceCode!: ServiceCode | null;

  /** An earlier row, or an earlier verification, requests the same. */
  @Column({ type: 'boolean', default: false })
  duplicate!: boolean;

  /** The earlier verification that requested the same, if any. */
  @Column({ name: 'duplicate_of', type: 'uuid', nullable: true })
  duplicateOf!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  faults!: FieldFault[] | null;

  @Column({ name: 'input_sealed', type: 'bytea', nullable: true })
  inputSealed!: Buffer | null;

  /** Lets an erasure find the row while it waits. */
  @Column({ name: 'subject_hash', type: 'bytea', nullable: true })
  subjectHash!: Buffer | null;

  @Column({ name: 'name_hash', type: 'bytea', nullable: true })
  nameHash!: Buffer | null;

  @Column({ name: 'verification_id', type: 'uuid', nullable: true })
  verificationId!: string | null;

  @ManyToOne(() => Verification, { onDelete: 'RESTRICT', deferrable: 'INITIALLY DEFERRED' })
  @JoinColumn({
    name: 'verification_id',
    foreignKeyConstraintName: 'batch_rows_verification_id_fkey',
  })
  verification?: Relation<Verification>;
}

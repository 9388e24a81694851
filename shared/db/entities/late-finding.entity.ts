import { Check, Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { CheckOutcome } from '../../domain/outcome.js';
import { createdAt } from './columns.js';
import { Granted } from './granted.js';
import { ProviderCall } from './provider-call.entity.js';

/**
 * The result of a late answer to a call already given up, normalised when it came. Nothing acts on it until support
 * accepts it. Sealed for the columns of the check, so that accepting it is copying.
 */
@Entity('late_findings')
// Deleted when the verification is erased.
@Granted('INSERT', 'DELETE')
@Check('late_findings_outcome', `outcome IN ('positive', 'negative', 'no_record', 'rejected')`)
export class LateFinding {
  @PrimaryColumn({ name: 'call_id', type: 'uuid', primaryKeyConstraintName: 'late_findings_pkey' })
  callId!: string;

  @OneToOne(() => ProviderCall, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'call_id', foreignKeyConstraintName: 'late_findings_call_id_fkey' })
  call?: Relation<ProviderCall>;

  @Column({ type: 'varchar', length: 16 })
  outcome!: CheckOutcome;

  @Column({ type: 'varchar', length: 300 })
  label!: string;

  @Column({ name: 'details_sealed', type: 'bytea', nullable: true })
  detailsSealed!: Buffer | null;

  @Column({ name: 'reference_sealed', type: 'bytea', nullable: true })
  referenceSealed!: Buffer | null;

  @Column({ name: 'photo_sealed', type: 'bytea', nullable: true })
  photoSealed!: Buffer | null;

  @Column(createdAt)
  createdAt!: Date;
}

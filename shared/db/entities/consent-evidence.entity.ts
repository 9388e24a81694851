import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ServiceCode } from '../../services/index.js';
import { Client } from './client.entity.js';
import { moment } from './columns.js';
import { Granted } from './granted.js';
import { Verification } from './verification.entity.js';

/**
 * What a client confirmed when it submitted one verification. Append-only, and each row carries the hash of the
 * previous one in the client's chain, so that a changed, removed or inserted row is found by recomputing the chain.
 */
@Entity('consent_evidence')
@Granted('INSERT')
@Index('consent_evidence_verification_id', ['verificationId'], { unique: true })
export class ConsentEvidence {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'consent_evidence_pkey' })
  clientId!: string;

  /** Position in the client's chain, from 1, without gaps. */
  @PrimaryColumn({ name: 'evidence_no', type: 'integer', primaryKeyConstraintName: 'consent_evidence_pkey' })
  evidenceNo!: number;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'consent_evidence_client_id_fkey' })
  client?: Relation<Client>;

  @Column({ name: 'verification_id', type: 'uuid' })
  verificationId!: string;

  @ManyToOne(() => Verification, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'verification_id', foreignKeyConstraintName: 'consent_evidence_verification_id_fkey' })
  verification?: Relation<Verification>;

  @Column({ name: 'service_code', type: 'varchar', length: 40 })
  serviceCode!: ServiceCode;

  /**
   * Hash of the subject under the data key: once that is destroyed, the chain still verifies and names nobody. Column
   * and hashed record keep an old name, although `verifications.subject_hash` is a different hash: the record may never
   * change, and renaming the column would break processes of the previous release.
   */
  @Column({ name: 'subject_hash', type: 'bytea' })
  subjectCommitment!: Buffer;

  @Column({ type: 'varchar', length: 500 })
  purpose!: string;

  @Column({ name: 'authority_confirmed', type: 'boolean' })
  authorityConfirmed!: boolean;

  @Column({ name: 'charge_approved', type: 'boolean' })
  chargeApproved!: boolean;

  @Column({ name: 'biometric_consent', type: 'boolean' })
  biometricConsent!: boolean;

  /** The displayed charge, and the amount the caller repeated, if it did. */
  @Column({ type: 'integer' })
  credits!: number;

  @Column({ name: 'credits_approved', type: 'integer', nullable: true })
  creditsApproved!: number | null;

  @Column({ name: 'price_release', type: 'varchar', length: 20 })
  priceRelease!: string;

  /** Public id of the user or API key. */
  @Column({ name: 'recorded_by', type: 'varchar', length: 40 })
  recordedBy!: string;

  @Column({ type: 'varchar', length: 16 })
  channel!: 'api' | 'portal';

  @Column({ ...moment, name: 'recorded_at' })
  recordedAt!: Date;

  /** The version of the wordings that were confirmed; null in rows of releases that did not record it. */
  @Column({ name: 'wording_version', type: 'varchar', length: 20, nullable: true })
  wordingVersion!: string | null;

  @Column({ name: 'previous_hash', type: 'bytea' })
  previousHash!: Buffer;

  @Column({ type: 'bytea' })
  hash!: Buffer;
}

import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { FactorKind } from '../../domain/second-factor.js';
import { createdAt, moment } from './columns.js';
import { Granted } from './granted.js';
import { User } from './user.entity.js';

/** A second factor of a user: an authenticator app or a passkey. */
@Entity('second_factors')
@Granted('INSERT', 'UPDATE', 'DELETE')
@Check('second_factors_name_length', 'char_length(name) BETWEEN 1 AND 100')
@Check(
  'second_factors_kind',
  `CASE kind
    WHEN 'totp' THEN secret_sealed IS NOT NULL AND num_nonnulls(credential_id, public_key) = 0
    WHEN 'passkey' THEN secret_sealed IS NULL AND num_nonnulls(credential_id, public_key) = 2
    ELSE false END`,
)
@Index('second_factors_user_id_idx', ['userId'])
@Index('second_factors_credential_id_key', ['credentialId'], { unique: true })
export class SecondFactor {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'second_factors_pkey' })
  id!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'second_factors_user_id_fkey' })
  user?: Relation<User>;

  /** The user's client; null for staff. */
  @Column({ name: 'client_id', type: 'uuid', nullable: true })
  clientId!: string | null;

  @Column({ type: 'varchar', length: 8 })
  kind!: FactorKind;

  /** The name its owner gave it. */
  @Column({ type: 'varchar', length: 100 })
  name!: string;

  /** The secret shared with an app, sealed under the key ring. */
  @Column({ name: 'secret_sealed', type: 'bytea', nullable: true })
  secretSealed!: Buffer | null;

  /** The 30 s periods whose codes were used recently. */
  @Column({ name: 'used_steps', type: 'integer', array: true, default: '{}' })
  usedSteps!: number[];

  /** The authenticator's id of the passkey. */
  @Column({ name: 'credential_id', type: 'bytea', nullable: true })
  credentialId!: Buffer | null;

  @Column({ name: 'public_key', type: 'bytea', nullable: true })
  publicKey!: Buffer | null;

  /** The passkey's counter at its last use: one that goes backwards was copied. */
  @Column({ name: 'sign_count', type: 'bigint', default: 0 })
  signCount!: string;

  @Column(createdAt)
  createdAt!: Date;

  @Column({ ...moment, name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}

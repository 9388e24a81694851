import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { createdAt, moment } from './columns.js';
import { Granted } from './granted.js';
import { User } from './user.entity.js';

/** A sign-in. A session of the portal renews itself; one of the API lives as long as its token. */
@Entity('sessions')
@Granted('INSERT', 'UPDATE', 'DELETE')
@Check('sessions_kind', `kind IN ('portal', 'api')`)
@Index('sessions_user_id_idx', ['userId'])
@Index('sessions_expires_at_idx', ['expiresAt'])
export class Session {
  /** The `jti` of its tokens. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'sessions_pkey' })
  id!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'sessions_user_id_fkey' })
  user?: Relation<User>;

  /** The user's client; null for staff. */
  @Column({ name: 'client_id', type: 'uuid', nullable: true })
  clientId!: string | null;

  @Column({ type: 'varchar', length: 8 })
  kind!: 'portal' | 'api';

  /** The version its tokens carry: they are invalid once the account's version differs. */
  @Column({ name: 'token_version', type: 'integer' })
  tokenVersion!: number;

  /** The device, in words a person recognises. */
  @Column({ type: 'varchar', length: 80 })
  device!: string;

  @Column({ name: 'ip_address', type: 'varchar', length: 45, nullable: true })
  ipAddress!: string | null;

  @Column(createdAt)
  createdAt!: Date;

  /** To ten seconds, for sessions of the portal. */
  @Column({ ...moment, name: 'last_used_at', default: () => 'now()' })
  lastUsedAt!: Date;

  @Column({ ...moment, name: 'expires_at' })
  expiresAt!: Date;

  /** When its user last entered the password. */
  @Column({ ...moment, name: 'password_at', nullable: true })
  passwordAt!: Date | null;

  /** When its user last proved a second factor. */
  @Column({ ...moment, name: 'second_factor_at', nullable: true })
  secondFactorAt!: Date | null;
}

import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from './client.entity.js';
import { createdAt, moment } from './columns.js';
import { Granted } from './granted.js';
import { User } from './user.entity.js';

/** A password reset sent to the owner of an account: valid once, for half an hour. */
@Entity('password_resets')
@Granted('INSERT', 'UPDATE', 'DELETE')
@Check('password_resets_token_hash_length', 'octet_length(token_hash) = 32')
@Index('password_resets_token_hash_key', ['tokenHash'], { unique: true })
@Index('password_resets_user_id_idx', ['userId', 'createdAt'])
export class PasswordReset {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'password_resets_pkey' })
  id!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'password_resets_user_id_fkey' })
  user?: Relation<User>;

  /** Null for staff. */
  @Column({ name: 'client_id', type: 'uuid', nullable: true })
  clientId!: string | null;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'password_resets_client_id_fkey' })
  client?: Relation<Client> | null;

  @Column({ name: 'token_hash', type: 'bytea' })
  tokenHash!: Buffer;

  @Column(createdAt)
  createdAt!: Date;

  @Column({ ...moment, name: 'expires_at' })
  expiresAt!: Date;

  @Column({ ...moment, name: 'used_at', nullable: true })
  usedAt!: Date | null;
}

import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Role } from '../../domain/roles.js';
import { Client } from './client.entity.js';
import { createdAt } from './columns.js';

/** A person who signs in. Client users belong to one client, staff to none. */
@Entity('users')
@Check('users_role', `role IN ('client', 'support', 'admin')`)
@Check('users_client_matches_role', `(role = 'client') = (client_id IS NOT NULL)`)
@Check('users_email_lower_case', 'email = lower(email)')
@Index('users_email_key', ['email'], { unique: true })
@Index('users_email_bytes', ['email'], { unique: true })
@Index('users_client_id_idx', ['clientId'])
export class User {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'users_pkey' })
  id!: string;

  @Column({ name: 'client_id', type: 'uuid', nullable: true })
  clientId!: string | null;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'users_client_id_fkey' })
  client?: Relation<Client> | null;

  @Column({ type: 'varchar', length: 254 })
  email!: string;

  /** Argon2id in PHC string format, parameters included. */
  @Column({ name: 'password_hash', type: 'varchar', length: 200 })
  passwordHash!: string;

  @Column({ type: 'varchar', length: 16 })
  role!: Role;

  @Column({ type: 'boolean', default: false })
  suspended!: boolean;

  @Column({ name: 'must_change_password', type: 'boolean', default: false })
  mustChangePassword!: boolean;

  /** Carried by every token; raising it kills all tokens of the account at once. */
  @Column({ name: 'token_version', type: 'integer', default: 0 })
  tokenVersion!: number;

  @Column(createdAt)
  createdAt!: Date;
}

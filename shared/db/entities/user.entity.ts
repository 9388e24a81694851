import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { CLIENT_ROLES, type ClientRole, TOKEN_SCOPES, type TokenScope } from '../../domain/roles.js';
import { Client } from './client.entity.js';
import { createdAt, isOneOf, moment } from './columns.js';
import { Granted } from './granted.js';

/** A person who signs in. Client users belong to one client, staff to none. */
@Entity('users')
@Granted('INSERT', 'UPDATE')
@Check('users_role', isOneOf('role', TOKEN_SCOPES))
@Check('users_team_role', isOneOf('team_role', CLIENT_ROLES))
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

  /** The scope of their tokens, and for staff their role. */
  @Column({ type: 'varchar', length: 16 })
  role!: TokenScope;

  /** What a client user may do for the client; meaningless for staff. */
  @Column({ name: 'team_role', type: 'varchar', length: 16, default: 'owner' })
  teamRole!: ClientRole;

  @Column({ type: 'boolean', default: false })
  suspended!: boolean;

  @Column({ name: 'must_change_password', type: 'boolean', default: false })
  mustChangePassword!: boolean;

  /** Carried by every token; incrementing it invalidates all tokens of the account at once. */
  @Column({ name: 'token_version', type: 'integer', default: 0 })
  tokenVersion!: number;

  @Column(createdAt)
  createdAt!: Date;

  @Column({ type: 'varchar', length: 200, nullable: true })
  name!: string | null;

  /** Time of the last sign-in. */
  @Column({ ...moment, name: 'last_seen_at', nullable: true })
  lastSeenAt!: Date | null;

  /** When the user left the team: also suspended, and kept because evidence names them. */
  @Column({ ...moment, name: 'removed_at', nullable: true })
  removedAt!: Date | null;

  /** Kinds of mail the user has opted out of. */
  @Column({ name: 'unwanted_mails', type: 'text', array: true, default: [] })
  unwantedMails!: string[];
}

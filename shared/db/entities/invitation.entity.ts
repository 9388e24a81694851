import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { CLIENT_ROLES, type ClientRole } from '../../domain/roles.js';
import { Client } from './client.entity.js';
import { createdAt, isOneOf, moment } from './columns.js';
import { Granted } from './granted.js';
import { User } from './user.entity.js';

/** An invitation to join the team of a client: only the hash of its token is stored. */
@Entity('invitations')
@Granted('INSERT', 'UPDATE', 'DELETE')
@Check('invitations_role', isOneOf('role', CLIENT_ROLES))
@Check('invitations_token_hash_length', 'octet_length(token_hash) = 32')
@Index('invitations_token_hash_key', ['tokenHash'], { unique: true })
@Index('invitations_open_key', ['clientId', 'email'], {
  unique: true,
  where: 'accepted_by IS NULL AND withdrawn_at IS NULL',
})
export class Invitation {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'invitations_pkey' })
  id!: string;

  @Column({ name: 'client_id', type: 'uuid' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'invitations_client_id_fkey' })
  client?: Relation<Client>;

  @Column({ type: 'varchar', length: 254, collation: 'C' })
  email!: string;

  @Column({ type: 'varchar', length: 200, nullable: true })
  name!: string | null;

  @Column({ type: 'varchar', length: 16 })
  role!: ClientRole;

  @Column({ name: 'token_hash', type: 'bytea' })
  tokenHash!: Buffer;

  /** Public id of the owner or admin. */
  @Column({ name: 'invited_by', type: 'varchar', length: 40 })
  invitedBy!: string;

  @Column(createdAt)
  createdAt!: Date;

  @Column({ ...moment, name: 'expires_at' })
  expiresAt!: Date;

  @Column({ name: 'accepted_by', type: 'uuid', nullable: true })
  acceptedBy!: string | null;

  @ManyToOne(() => User, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'accepted_by', foreignKeyConstraintName: 'invitations_accepted_by_fkey' })
  person?: Relation<User> | null;

  @Column({ ...moment, name: 'withdrawn_at', nullable: true })
  withdrawnAt!: Date | null;
}

import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { KeyScope } from '../../domain/key-scopes.js';
import { Client } from './client.entity.js';
import { createdAt, moment } from './columns.js';
import { Granted } from './granted.js';
import { User } from './user.entity.js';

/** A key with which a machine of a client calls the API. Revoked keys stay: consent evidence names them. */
@Entity('api_keys')
@Granted('INSERT', 'UPDATE')
@Check('api_keys_name_length', 'char_length(name) BETWEEN 1 AND 100')
@Check('api_keys_hash_length', 'octet_length(key_hash) = 32')
@Index('api_keys_key_hash', ['keyHash'], { unique: true })
@Index('api_keys_client_id_idx', ['clientId', 'id'], { where: 'revoked_at IS NULL' })
export class ApiKey {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'api_keys_pkey' })
  id!: string;

  @Column({ name: 'client_id', type: 'uuid' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'api_keys_client_id_fkey' })
  client?: Relation<Client>;

  @Column({ type: 'varchar', length: 100 })
  name!: string;

  /** The first characters of the key, by which people tell keys apart. */
  @Column({ type: 'varchar', length: 16 })
  prefix!: string;

  /** SHA-256 of the whole key. It needs neither a salt nor a slow hash: the key is 256 random bits. */
  @Column({ name: 'key_hash', type: 'bytea' })
  keyHash!: Buffer;

  @Column({ name: 'created_by', type: 'uuid' })
  createdBy!: string;

  @ManyToOne(() => User, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'created_by', foreignKeyConstraintName: 'api_keys_created_by_fkey' })
  creator?: Relation<User>;

  @Column(createdAt)
  createdAt!: Date;

  /** Null for a key that is valid until it is revoked. */
  @Column({ ...moment, name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column({ ...moment, name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  /** The default is what keys could do before scopes were introduced. */
  @Column({ type: 'text', array: true, default: ['submit', 'read', 'wallet'] })
  scopes!: KeyScope[];

  /** Networks in CIDR notation; empty if the key may be used from anywhere. */
  @Column({ name: 'allowed_addresses', type: 'text', array: true, default: '{}' })
  allowedAddresses!: string[];

  /** Written in batches, so up to half a minute old. */
  @Column({ ...moment, name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}

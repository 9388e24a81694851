import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApiKey } from './api-key.entity.js';
import { Client } from './client.entity.js';
import { moment } from './columns.js';
import { Granted } from './granted.js';

/** A secret an API key had before it was rotated, and until when it is still accepted. */
@Entity('replaced_api_keys')
// Deleted when they are no longer accepted.
@Granted('INSERT', 'DELETE')
@Check('replaced_api_keys_hash_length', 'octet_length(key_hash) = 32')
@Index('replaced_api_keys_api_key_id_idx', ['apiKeyId', 'endsAt'])
export class ReplacedApiKey {
  @PrimaryColumn({ name: 'key_hash', type: 'bytea', primaryKeyConstraintName: 'replaced_api_keys_pkey' })
  keyHash!: Buffer;

  @Column({ name: 'api_key_id', type: 'uuid' })
  apiKeyId!: string;

  @ManyToOne(() => ApiKey, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'api_key_id', foreignKeyConstraintName: 'replaced_api_keys_api_key_id_fkey' })
  apiKey?: Relation<ApiKey>;

  @Column({ name: 'client_id', type: 'uuid' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'replaced_api_keys_client_id_fkey' })
  client?: Relation<Client>;

  @Column({ ...moment, name: 'ends_at' })
  endsAt!: Date;
}

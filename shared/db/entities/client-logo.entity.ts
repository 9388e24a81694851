import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { LogoMediaType } from '../../wire/logo.js';
import { Client } from './client.entity.js';
import { moment } from './columns.js';
import { Granted } from './granted.js';

/** The picture at the head of a client's reports. */
@Entity('client_logos')
@Granted('INSERT', 'UPDATE', 'DELETE')
@Check('client_logos_of_live', `substr(client_id::text, 15, 1) <> '8'`)
@Check('client_logos_picture_size', 'octet_length(picture) BETWEEN 1 AND 262144')
@Check('client_logos_media_type', `media_type IN ('image/png', 'image/jpeg')`)
@Check('client_logos_sides', 'width BETWEEN 1 AND 2000 AND height BETWEEN 1 AND 2000')
@Check('client_logos_digest', 'digest = sha256(picture)')
export class ClientLogo {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'client_logos_pkey' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'client_logos_client_id_fkey' })
  client?: Relation<Client>;

  @Column({ type: 'bytea' })
  picture!: Buffer;

  @Column({ name: 'media_type', type: 'varchar', length: 10, collation: 'C' })
  mediaType!: LogoMediaType;

  @Column({ type: 'integer' })
  width!: number;

  @Column({ type: 'integer' })
  height!: number;

  /** SHA-256 of the picture, by which readers know whether they already have it. */
  @Column({ type: 'bytea' })
  digest!: Buffer;

  @Column({ ...moment, name: 'changed_at', default: () => 'now()' })
  changedAt!: Date;
}

import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from './client.entity.js';
import { moment } from './columns.js';
import { Granted } from './granted.js';

/**
 * One request to erase a subject. It does not name the subject: the verifications carrying its id are those that were
 * found. Who asked, and why, is in the audit log.
 */
@Entity('erasures')
@Granted('INSERT')
export class Erasure {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'erasures_pkey' })
  id!: string;

  @Column({ name: 'client_id', type: 'uuid' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'erasures_client_id_fkey' })
  client?: Relation<Client>;

  @Column({ ...moment, name: 'requested_at', default: () => 'now()' })
  requestedAt!: Date;
}

import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { AccessAct, AccessActor, AccessChannel } from '../../domain/access-kinds.js';
import { Client } from './client.entity.js';
import { moment } from './columns.js';
import { Granted } from './granted.js';

/** A record that someone opened data about a client's subjects. Append-only, in one hash chain per client. */
@Entity('access_log')
@Granted('INSERT')
@Index('access_log_verification_id_idx', ['clientId', 'verificationId', 'entryNo'])
@Index('access_log_actor_id_idx', ['clientId', 'actorId', 'entryNo'])
@Index('access_log_by_staff_idx', ['clientId', 'entryNo'], { where: `actor_kind = 'staff'` })
export class AccessEntry {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'access_log_pkey' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'access_log_client_id_fkey' })
  client?: Relation<Client>;

  @PrimaryColumn({ name: 'entry_no', type: 'integer', primaryKeyConstraintName: 'access_log_pkey' })
  entryNo!: number;

  @Column({ ...moment, name: 'recorded_at' })
  recordedAt!: Date;

  @Column({ name: 'actor_kind', type: 'varchar', length: 16 })
  actorKind!: AccessActor;

  /** Null for a command run on the server. */
  @Column({ name: 'actor_id', type: 'uuid', nullable: true })
  actorId!: string | null;

  @Column({ type: 'varchar', length: 16 })
  act!: AccessAct;

  /** Null for a file with many verifications. */
  @Column({ name: 'verification_id', type: 'uuid', nullable: true })
  verificationId!: string | null;

  @Column({ type: 'varchar', length: 16 })
  channel!: AccessChannel;

  @Column({ name: 'ip_address', type: 'varchar', length: 45, nullable: true })
  ipAddress!: string | null;

  @Column({ name: 'previous_hash', type: 'bytea' })
  previousHash!: Buffer;

  @Column({ type: 'bytea' })
  hash!: Buffer;
}

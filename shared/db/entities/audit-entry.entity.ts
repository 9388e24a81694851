import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { moment } from './columns.js';
import { Granted } from './granted.js';

/**
 * One act on accounts, credits or personal data. Append-only and hash-chained like the consent evidence, in one chain.
 */
@Entity('audit_log')
@Granted('INSERT')
@Index('audit_log_target_idx', ['target', 'entryNo'])
@Index('audit_log_actor_idx', ['actor', 'entryNo'])
@Index('audit_log_action_idx', ['action', 'entryNo'])
@Index('audit_log_recorded_at_idx', ['recordedAt', 'entryNo'])
export class AuditEntry {
  @PrimaryColumn({ name: 'entry_no', type: 'integer', primaryKeyConstraintName: 'audit_log_pkey' })
  entryNo!: number;

  @Column({ ...moment, name: 'recorded_at' })
  recordedAt!: Date;

  /** Public id of the user, or `system` for the service itself and for a command run on the server. */
  @Column({ type: 'varchar', length: 40 })
  actor!: string;

  /** The act, for example `user.password_changed`. */
  @Column({ type: 'varchar', length: 60 })
  action!: string;

  /** Public id of the object acted on. */
  @Column({ type: 'varchar', length: 60 })
  target!: string;

  @Column({ name: 'ip_address', type: 'varchar', length: 45, nullable: true })
  ipAddress!: string | null;

  /** What changed, before and after; never a secret. */
  @Column({ type: 'jsonb', default: {} })
  details!: Record<string, unknown>;

  @Column({ name: 'previous_hash', type: 'bytea' })
  previousHash!: Buffer;

  @Column({ type: 'bytea' })
  hash!: Buffer;
}

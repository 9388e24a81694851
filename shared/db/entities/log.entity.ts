import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from './client.entity.js';
import { moment } from './columns.js';
import { Granted } from './granted.js';

/** The head of the transparency log: one row, advanced by every sealing. */
@Entity('log_state')
@Granted('INSERT', 'UPDATE')
@Check('log_state_one_row', 'id = 1')
export class LogState {
  @PrimaryColumn({ type: 'smallint', default: 1, primaryKeyConstraintName: 'log_state_pkey' })
  id!: number;

  /** The name of the log in its checkpoints. */
  @Column({ type: 'varchar', length: 200 })
  origin!: string;

  /** Blinds the entries of records whose hashes could be guessed. */
  @Column({ type: 'bytea' })
  secret!: Buffer;

  @Column({ type: 'integer' })
  size!: number;

  /** The newest checkpoint, signed by the log. */
  @Column({ type: 'text' })
  note!: string;

  /** The newest checkpoint that witnesses have signed as well. */
  @Column({ name: 'cosigned_size', type: 'integer', default: 0 })
  cosignedSize!: number;

  @Column({ name: 'cosigned_note', type: 'text', nullable: true })
  cosignedNote!: string | null;

  /** The last entry of the audit log that is included. */
  @Column({ name: 'audit_no', type: 'integer', default: 0 })
  auditNo!: number;

  @Column({ ...moment, name: 'sealed_at' })
  sealedAt!: Date;
}

/** Up to 256 entries (level 0), or as many hashes of whole tiles of the level below. */
@Entity('log_tiles')
@Granted('INSERT', 'UPDATE')
export class LogTile {
  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'log_tiles_pkey' })
  level!: number;

  @PrimaryColumn({ name: 'tile_no', type: 'integer', primaryKeyConstraintName: 'log_tiles_pkey' })
  tileNo!: number;

  @Column({ type: 'bytea' })
  data!: Buffer;
}

/** Which records of a chain are at which positions in the log. Append-only. */
@Entity('log_spans')
@Granted('INSERT')
export class LogSpan {
  @PrimaryColumn({
    type: 'varchar',
    length: 16,
    collation: 'C',
    primaryKeyConstraintName: 'log_spans_pkey',
  })
  kind!: string;

  /** The client whose chain it is; zero for the audit log, which belongs to no client. */
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'log_spans_pkey' })
  clientId!: string;

  @PrimaryColumn({ name: 'first_no', type: 'integer', primaryKeyConstraintName: 'log_spans_pkey' })
  firstNo!: number;

  @Column({ type: 'integer' })
  length!: number;

  @Column({ name: 'first_index', type: 'integer' })
  firstIndex!: number;
}

/** How far the records of a client have been added to the log. */
@Entity('log_cursors')
@Granted('INSERT', 'UPDATE')
export class LogCursor {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'log_cursors_pkey' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'log_cursors_client_id_fkey' })
  client?: Relation<Client>;

  /** The wallet entry up to which nothing is left to add. */
  @Column({ name: 'wallet_no', type: 'integer' })
  walletNo!: number;

  @Column({ name: 'consent_no', type: 'integer' })
  consentNo!: number;

  @Column({ name: 'access_no', type: 'integer', default: 0 })
  accessNo!: number;

  /** The last head of the ledger in the log: its entry number, and the hash over all entries up to it. */
  @Column({ name: 'ledger_no', type: 'integer' })
  ledgerNo!: number;

  @Column({ name: 'ledger_hash', type: 'bytea' })
  ledgerHash!: Buffer;

  @Column({ ...moment, name: 'ledger_at' })
  ledgerAt!: Date;
}

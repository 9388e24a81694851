import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from './client.entity.js';
import { moment } from './columns.js';
import { Granted } from './granted.js';

/** Up to which entry the ledger of a client was summed, and the sums. */
@Entity('ledger_checkpoints')
@Granted('INSERT', 'UPDATE')
export class LedgerCheckpoint {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'ledger_checkpoints_pkey' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'ledger_checkpoints_client_id_fkey' })
  client?: Relation<Client>;

  /** The last entry included in the sums. */
  @Column({ name: 'entry_no', type: 'integer' })
  entryNo!: number;

  @Column({ type: 'integer' })
  balance!: number;

  @Column({ type: 'integer' })
  reserved!: number;

  /** The last check found something wrong: every check rereads everything until nothing is. */
  @Column({ type: 'boolean', default: false })
  faulty!: boolean;

  /** When all entries were last reread, rather than only the new ones. */
  @Column({ ...moment, name: 'reread_at' })
  rereadAt!: Date;
}

import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Client } from './client.entity.js';
import { Granted } from './granted.js';

/** How much of a client's ledger is counted in its daily figures. */
@Entity('figure_positions')
@Granted('INSERT', 'UPDATE')
export class FigurePosition {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'figure_positions_pkey' })
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'figure_positions_client_id_fkey' })
  client?: Relation<Client>;

  /** The last ledger entry that is counted. */
  @Column({ name: 'entry_no', type: 'integer', default: 0 })
  entryNo!: number;
}

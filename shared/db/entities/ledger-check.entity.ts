import { Column, Check as Constraint, Entity, PrimaryColumn } from 'typeorm';
import { moment } from './columns.js';
import { Granted } from './granted.js';

/** The last check that wallets, entries and reservations agree: one row, which the workers claim in turn. */
@Entity('ledger_checks')
@Granted('UPDATE')
@Constraint('ledger_checks_one_row', 'id = 1')
export class LedgerCheck {
  @PrimaryColumn({ type: 'smallint', primaryKeyConstraintName: 'ledger_checks_pkey' })
  id!: number;

  /** When a worker last started a check; after long enough another may, whatever became of it. */
  @Column({ ...moment, name: 'claimed_at', nullable: true })
  claimedAt!: Date | null;

  @Column({ ...moment, name: 'checked_at', nullable: true })
  checkedAt!: Date | null;

  /** Wallets that did not match. */
  @Column({ type: 'integer', default: 0 })
  imbalances!: number;
}

import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { moment } from './columns.js';
import { Granted } from './granted.js';

/** A backup that was restored on a separate server, quarantined and found intact. */
@Entity('verified_restores')
@Granted('INSERT')
@Check('verified_restores_held_back', 'held_back >= 0')
export class VerifiedRestore {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'verified_restores_pkey' })
  id!: string;

  @Column({ ...moment, name: 'verified_at', default: () => 'now()' })
  verifiedAt!: Date;

  /** The newest timestamp in the backup. */
  @Column({ ...moment, name: 'reaches_to' })
  reachesTo!: Date;

  /** How many checks its quarantine held back. */
  @Column({ name: 'held_back', type: 'integer' })
  heldBack!: number;
}

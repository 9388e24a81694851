import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { moment } from './columns.js';
import { Granted } from './granted.js';
import { User } from './user.entity.js';

/** A device and network a user has signed in from, as a hash: it is compared and never shown. */
@Entity('known_devices')
// Devices not seen for a long time are deleted.
@Granted('INSERT', 'UPDATE', 'DELETE')
@Check('known_devices_mark_length', 'octet_length(mark) = 32')
export class KnownDevice {
  @PrimaryColumn({ name: 'user_id', type: 'uuid', primaryKeyConstraintName: 'known_devices_pkey' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'known_devices_user_id_fkey' })
  user?: Relation<User>;

  /** The user's client; null for staff. */
  @Column({ name: 'client_id', type: 'uuid', nullable: true })
  clientId!: string | null;

  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'known_devices_pkey' })
  mark!: Buffer;

  @Column({ ...moment, name: 'last_seen_at', default: () => 'now()' })
  lastSeenAt!: Date;
}

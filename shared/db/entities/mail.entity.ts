import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { MailData, MailKind } from '../../mail/kinds.js';
import { Client } from './client.entity.js';
import { createdAt, moment } from './columns.js';
import { Granted } from './granted.js';
import { User } from './user.entity.js';

/**
 * A mail to be sent, staged by the transaction that caused it: to an address, to a person or, with neither, to everyone
 * in the client's team whom it concerns. Names no subject. Deleted after some days.
 */
@Entity('mails')
@Granted('INSERT', 'UPDATE', 'DELETE')
@Check('mails_status', `status IN ('pending', 'sent', 'failed', 'dropped')`)
@Check('mails_has_recipient', 'num_nonnulls(client_id, user_id, email) > 0')
@Index('mails_due_idx', ['nextAttemptAt'], { where: `status = 'pending'` })
@Index('mails_created_at_idx', ['createdAt'])
export class Mail {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'mails_pkey' })
  id!: string;

  @Column({ name: 'client_id', type: 'uuid', nullable: true })
  clientId!: string | null;

  @ManyToOne(() => Client, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'mails_client_id_fkey' })
  client?: Relation<Client> | null;

  @Column({ name: 'user_id', type: 'uuid', nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'mails_user_id_fkey' })
  user?: Relation<User> | null;

  @Column({ type: 'varchar', length: 254, nullable: true })
  email!: string | null;

  @Column({ type: 'varchar', length: 40 })
  kind!: MailKind;

  @Column({ type: 'jsonb', default: {} })
  data!: MailData;

  /** The token of its link, until the mail is sent. */
  @Column({ name: 'secret_sealed', type: 'bytea', nullable: true })
  secretSealed!: Buffer | null;

  @Column(createdAt)
  createdAt!: Date;

  @Column({ ...moment, name: 'next_attempt_at', default: () => 'now()' })
  nextAttemptAt!: Date;

  @Column({ name: 'attempt_count', type: 'integer', default: 0 })
  attemptCount!: number;

  @Column({ type: 'varchar', length: 16, default: 'pending' })
  status!: 'pending' | 'sent' | 'failed' | 'dropped';

  @Column({ name: 'last_error', type: 'varchar', length: 200, nullable: true })
  lastError!: string | null;
}

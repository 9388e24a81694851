import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { createdAt } from './columns.js';
import { Granted } from './granted.js';
import { User } from './user.entity.js';

/** A code on paper that stands in for a lost second factor, once. */
@Entity('recovery_codes')
@Granted('INSERT', 'DELETE')
@Index('recovery_codes_user_id_idx', ['userId'])
export class RecoveryCode {
  @PrimaryColumn({ name: 'code_hash', type: 'bytea', primaryKeyConstraintName: 'recovery_codes_pkey' })
  codeHash!: Buffer;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'recovery_codes_user_id_fkey' })
  user?: Relation<User>;

  /** The user's client; null for staff. */
  @Column({ name: 'client_id', type: 'uuid', nullable: true })
  clientId!: string | null;

  @Column(createdAt)
  createdAt!: Date;
}

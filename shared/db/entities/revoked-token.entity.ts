import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { moment } from './columns.js';
import { Granted } from './granted.js';
import { User } from './user.entity.js';

/** A token that was signed out before it expired; kept until it would have expired anyway. */
@Entity('revoked_tokens')
@Granted('INSERT', 'DELETE')
@Index('revoked_tokens_expires_at_idx', ['expiresAt'])
export class RevokedToken {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'revoked_tokens_pkey' })
  jti!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'revoked_tokens_user_id_fkey' })
  user?: Relation<User>;

  @Column({ ...moment, name: 'expires_at' })
  expiresAt!: Date;
}

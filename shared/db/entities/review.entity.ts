import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { moment } from './columns.js';
import { User } from './user.entity.js';
import { Verification } from './verification.entity.js';

/**
 * Who is working on a verification under manual review, so that no two people do. That it is under review says the
 * verification's status alone; a row appears when somebody takes the case, and outlives the review.
 */
@Entity('reviews')
@Index('reviews_take_id', ['takeId'], { unique: true })
@Index('reviews_taken_until_idx', ['takenUntil'], { where: 'taken_until IS NOT NULL' })
@Check(
  'reviews_taken_completely',
  '(taken_by IS NULL) = (taken_until IS NULL) AND (taken_by IS NULL) = (take_id IS NULL)',
)
export class Review {
  @PrimaryColumn({ name: 'verification_id', type: 'uuid', primaryKeyConstraintName: 'reviews_pkey' })
  verificationId!: string;

  @OneToOne(() => Verification, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'verification_id', foreignKeyConstraintName: 'reviews_verification_id_fkey' })
  verification?: Relation<Verification>;

  @Column({ name: 'taken_by', type: 'uuid', nullable: true })
  takenBy!: string | null;

  @ManyToOne(() => User, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'taken_by', foreignKeyConstraintName: 'reviews_taken_by_fkey' })
  holder?: Relation<User>;

  /** From here on anybody may take the case. */
  @Column({ ...moment, name: 'taken_until', nullable: true })
  takenUntil!: Date | null;

  /** Names one act of taking, so that its transaction finds its own effect when it is run again. */
  @Column({ name: 'take_id', type: 'uuid', nullable: true })
  takeId!: string | null;
}

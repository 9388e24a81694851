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
import { Granted } from './granted.js';
import { User } from './user.entity.js';
import { Verification } from './verification.entity.js';

/**
 * Who is working on a verification under manual review, so that no two people are. Whether it is under review is in the
 * verification's status alone; a row appears when someone takes the case, and outlives the review.
 */
@Entity('reviews')
@Granted('INSERT', 'UPDATE')
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

  /** After this anyone may take the case. */
  @Column({ ...moment, name: 'taken_until', nullable: true })
  takenUntil!: Date | null;

  /** Identifies one act of taking, so that a retried transaction recognises its own earlier effect. */
  @Column({ name: 'take_id', type: 'uuid', nullable: true })
  takeId!: string | null;
}

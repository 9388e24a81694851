import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { NoteKind } from '../../domain/review.js';
import { createdAt } from './columns.js';
import { Granted } from './granted.js';
import { User } from './user.entity.js';
import { Verification } from './verification.entity.js';

/** A reviewer's note, or the reason for a decision. Append-only; sealed, because people write about people. */
@Entity('review_notes')
@Granted('INSERT')
@Check('review_notes_kind', `kind IN ('note', 'complete', 'release', 'requeue', 'late_answer')`)
@Index('review_notes_verification_id_idx', ['verificationId', 'createdAt'])
@Index('review_notes_decided_idx', ['createdAt', 'id'], { where: `kind <> 'note'` })
export class ReviewNote {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'review_notes_pkey' })
  id!: string;

  @Column({ name: 'verification_id', type: 'uuid' })
  verificationId!: string;

  @ManyToOne(() => Verification, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'verification_id', foreignKeyConstraintName: 'review_notes_verification_id_fkey' })
  verification?: Relation<Verification>;

  /** Null for a command run on the server. */
  @Column({ name: 'author_id', type: 'uuid', nullable: true })
  authorId!: string | null;

  @ManyToOne(() => User, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'author_id', foreignKeyConstraintName: 'review_notes_author_id_fkey' })
  author?: Relation<User>;

  /** `note`, or the decision the text is the reason for. */
  @Column({ type: 'varchar', length: 16 })
  kind!: NoteKind;

  @Column({ name: 'text_sealed', type: 'bytea' })
  textSealed!: Buffer;

  @Column(createdAt)
  createdAt!: Date;
}

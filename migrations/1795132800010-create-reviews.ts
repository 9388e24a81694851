import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The review desk: who works on which case, what they wrote and decided, and what late answers found. */
export class CreateReviews1795132800010 implements MigrationInterface {
  name = 'CreateReviews1795132800010';

  async up(queryRunner: QueryRunner): Promise<void> {
    await createReviews(queryRunner);
    await createReviewNotes(queryRunner);
    await createLateFindings(queryRunner);
    await allowWritingOff(queryRunner);
    // From here on the reconciler counts the day after which it gives up on a check that cannot be sent.
    await queryRunner.query('ALTER TABLE checks ADD COLUMN requeued_at timestamptz(3)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE checks DROP COLUMN requeued_at');
    await forbidWritingOff(queryRunner);
    await queryRunner.query('DROP TABLE late_findings');
    await queryRunner.query('DROP TABLE review_notes');
    await queryRunner.query('DROP TABLE reviews');
    await queryRunner.query('DROP INDEX verifications_review_idx');
  }
}

async function createReviews(queryRunner: QueryRunner): Promise<void> {
  // Which verifications are in review is their status alone, so no review can be lost between two writes. A row here
  // says only who is working on one; it is missing until somebody does.
  await queryRunner.query(`
    CREATE TABLE reviews (
      verification_id uuid NOT NULL CONSTRAINT reviews_pkey PRIMARY KEY
        CONSTRAINT reviews_verification_id_fkey REFERENCES verifications ON DELETE RESTRICT,
      taken_by uuid CONSTRAINT reviews_taken_by_fkey REFERENCES users ON DELETE RESTRICT,
      taken_until timestamptz(3),
      take_id uuid,
      CONSTRAINT reviews_taken_completely CHECK (
        (taken_by IS NULL) = (taken_until IS NULL) AND (taken_by IS NULL) = (take_id IS NULL))
    )`);
  await queryRunner.query('CREATE UNIQUE INDEX reviews_take_id ON reviews (take_id)');
  // The desk's list, oldest first: as small as the backlog, however long the history grows.
  await queryRunner.query(`
    CREATE INDEX verifications_review_idx ON verifications (created_at, id) WHERE status = 'manual_review'`);
}

async function createReviewNotes(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE review_notes (
      id uuid NOT NULL CONSTRAINT review_notes_pkey PRIMARY KEY,
      verification_id uuid NOT NULL
        CONSTRAINT review_notes_verification_id_fkey REFERENCES verifications ON DELETE RESTRICT,
      author_id uuid CONSTRAINT review_notes_author_id_fkey REFERENCES users ON DELETE RESTRICT,
      kind varchar(16) NOT NULL CONSTRAINT review_notes_kind
        CHECK (kind IN ('note', 'complete', 'release', 'requeue', 'late_answer')),
      text_sealed bytea NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
  await queryRunner.query(
    'CREATE INDEX review_notes_verification_id_idx ON review_notes (verification_id, created_at)',
  );
  await queryRunner.query(`
    CREATE TRIGGER review_notes_append_only BEFORE UPDATE OR DELETE ON review_notes
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
  await queryRunner.query(`
    CREATE TRIGGER review_notes_no_truncate BEFORE TRUNCATE ON review_notes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
}

async function createLateFindings(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE late_findings (
      call_id uuid NOT NULL CONSTRAINT late_findings_pkey PRIMARY KEY
        CONSTRAINT late_findings_call_id_fkey REFERENCES provider_calls ON DELETE RESTRICT,
      outcome varchar(16) NOT NULL CONSTRAINT late_findings_outcome
        CHECK (outcome IN ('positive', 'negative', 'no_record', 'rejected')),
      label varchar(300) NOT NULL,
      details_sealed bytea,
      reference_sealed bytea,
      photo_sealed bytea,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
}

/**
 * A call that the provider has confirmed not to charge is written off and leaves room for another. The promise of the
 * index stays: at most one call of a check that may have been received and is not written off. The new index stands
 * before the old one goes, and both in one transaction, so that no moment is without it.
 */
async function allowWritingOff(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    ALTER TABLE provider_calls
      ADD COLUMN written_off_at timestamptz(3),
      ADD COLUMN written_off_by uuid CONSTRAINT provider_calls_written_off_by_fkey REFERENCES users ON DELETE RESTRICT,
      DROP CONSTRAINT provider_calls_state,
      ADD CONSTRAINT provider_calls_state CHECK (state IN (
        'started', 'not_sent', 'refused_for_now', 'refused', 'answered', 'uncertain', 'written_off')),
      ADD CONSTRAINT provider_calls_written_off_at_follows_state CHECK (
        (state = 'written_off') = (written_off_at IS NOT NULL))`);
  await replacePossibleCallIndex(queryRunner, `'not_sent', 'refused_for_now', 'written_off'`);
}

/** Fails while a written-off call has a successor: the narrower promise would then be broken already. */
async function forbidWritingOff(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    ALTER TABLE provider_calls
      DROP CONSTRAINT provider_calls_written_off_at_follows_state,
      DROP COLUMN written_off_by`);
  await queryRunner.query(`UPDATE provider_calls SET state = 'uncertain' WHERE state = 'written_off'`);
  await queryRunner.query(`
    ALTER TABLE provider_calls
      DROP COLUMN written_off_at,
      DROP CONSTRAINT provider_calls_state,
      ADD CONSTRAINT provider_calls_state CHECK (state IN (
        'started', 'not_sent', 'refused_for_now', 'refused', 'answered', 'uncertain'))`);
  await replacePossibleCallIndex(queryRunner, `'not_sent', 'refused_for_now'`);
}

async function replacePossibleCallIndex(queryRunner: QueryRunner, exempt: string): Promise<void> {
  await queryRunner.query(
    'ALTER INDEX provider_calls_one_possible_call RENAME TO provider_calls_one_possible_call_old',
  );
  await queryRunner.query(`
    CREATE UNIQUE INDEX provider_calls_one_possible_call ON provider_calls (check_id)
    WHERE state NOT IN (${exempt})`);
  await queryRunner.query('DROP INDEX provider_calls_one_possible_call_old');
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The review desk: who works on which case, their notes and decisions, and the results of late answers. */
export class CreateReviews1795132800010 implements MigrationInterface {
  name = 'CreateReviews1795132800010';

  async up(queryRunner: QueryRunner): Promise<void> {
    await createReviews(queryRunner);
    await createReviewNotes(queryRunner);
    await createLateFindings(queryRunner);
    // From here the reconciler counts the day after which it gives up a check that cannot be sent.
    await queryRunner.query('ALTER TABLE checks ADD COLUMN requeued_at timestamptz(3)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE checks DROP COLUMN requeued_at');
    await queryRunner.query('DROP TABLE late_findings');
    await queryRunner.query('DROP TABLE review_notes');
    await queryRunner.query('DROP TABLE reviews');
  }
}

async function createReviews(queryRunner: QueryRunner): Promise<void> {
  // Which verifications are in review is in their status alone, so no review can be lost between two writes. A row here
  // only says who is working on one, and exists once someone does.
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

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The paid requests, their checks, and every call made for them. */
export class CreateVerifications1795132800001 implements MigrationInterface {
  name = 'CreateVerifications1795132800001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await createVerifications(queryRunner);
    await createChecks(queryRunner);
    await createProviderCalls(queryRunner);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE provider_calls');
    await queryRunner.query('DROP TABLE checks');
    await queryRunner.query('DROP TABLE verifications');
  }
}

async function createVerifications(queryRunner: QueryRunner): Promise<void> {
  // credits_follow_status makes "charged and still reserved" and "settled but neither charged nor released" impossible
  // for every writer, including a person with psql.
  await queryRunner.query(`
    CREATE TABLE verifications (
      id uuid NOT NULL CONSTRAINT verifications_pkey PRIMARY KEY,
      client_id uuid NOT NULL CONSTRAINT verifications_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
      idempotency_key varchar(255) NOT NULL,
      fingerprint bytea NOT NULL,
      service_code varchar(40) NOT NULL,
      subject_type varchar(40) NOT NULL,
      subject_masked varchar(200) NOT NULL,
      subject_hash bytea NOT NULL,
      data_key bytea NOT NULL,
      subject_sealed bytea NOT NULL,
      parameters_sealed bytea NOT NULL,
      purpose varchar(500) NOT NULL,
      price_release varchar(20) NOT NULL,
      credits integer NOT NULL,
      credits_reserved integer NOT NULL,
      credits_charged integer NOT NULL DEFAULT 0,
      status varchar(16) NOT NULL DEFAULT 'pending'
        CONSTRAINT verifications_status CHECK (status IN ('pending', 'completed', 'manual_review')),
      outcome varchar(16) CONSTRAINT verifications_outcome
        CHECK (outcome IN ('positive', 'negative', 'no_record', 'mixed', 'rejected', 'closed')),
      label varchar(300),
      review_reason varchar(32),
      correlation_id varchar(64) NOT NULL,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      completed_at timestamptz(3),
      CONSTRAINT verifications_completed_has_result CHECK (
        (status = 'completed') = (outcome IS NOT NULL AND label IS NOT NULL AND completed_at IS NOT NULL)),
      CONSTRAINT verifications_review_has_reason CHECK (status <> 'manual_review' OR review_reason IS NOT NULL),
      CONSTRAINT verifications_credits_follow_status CHECK (
        credits > 0 AND CASE
          WHEN status <> 'completed' THEN credits_reserved = credits AND credits_charged = 0
          WHEN outcome IN ('rejected', 'closed') THEN credits_reserved = 0 AND credits_charged = 0
          ELSE credits_reserved = 0 AND credits_charged = credits
        END)
    )`);
  // The promise "one key, one request": two API processes may race, one insert wins.
  await queryRunner.query(`
    CREATE UNIQUE INDEX verifications_client_id_idempotency_key ON verifications (client_id, idempotency_key)`);
  await queryRunner.query(
    'CREATE INDEX verifications_history_idx ON verifications (client_id, created_at, id)',
  );
  await queryRunner.query(`
    CREATE INDEX verifications_subject_idx ON verifications (client_id, subject_hash, created_at, id)`);
  // The review desk's list, oldest first: as small as the backlog, however long the history grows.
  await queryRunner.query(`
    CREATE INDEX verifications_review_idx ON verifications (created_at, id) WHERE status = 'manual_review'`);
}

async function createChecks(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE checks (
      id uuid NOT NULL CONSTRAINT checks_pkey PRIMARY KEY,
      client_id uuid NOT NULL,
      verification_id uuid NOT NULL
        CONSTRAINT checks_verification_id_fkey REFERENCES verifications ON DELETE RESTRICT,
      position smallint NOT NULL,
      service_code varchar(40) NOT NULL,
      status varchar(16) NOT NULL DEFAULT 'pending'
        CONSTRAINT checks_status CHECK (status IN ('pending', 'completed', 'manual_review')),
      outcome varchar(16) CONSTRAINT checks_outcome
        CHECK (outcome IN ('positive', 'negative', 'no_record', 'rejected')),
      label varchar(300),
      review_reason varchar(32),
      details_sealed bytea,
      reference_sealed bytea,
      photo_sealed bytea,
      rung_at timestamptz(3) NOT NULL DEFAULT now(),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      settled_at timestamptz(3),
      CONSTRAINT checks_completed_has_result CHECK (
        (status = 'completed') = (outcome IS NOT NULL AND label IS NOT NULL)),
      CONSTRAINT checks_review_has_reason CHECK ((status = 'manual_review') = (review_reason IS NOT NULL)),
      CONSTRAINT checks_settled_at_follows_status CHECK ((status = 'pending') = (settled_at IS NULL))
    )`);
  await queryRunner.query(`
    CREATE UNIQUE INDEX checks_verification_id_position ON checks (verification_id, position)`);
  // The reconciler's work list: small however long the history grows.
  await queryRunner.query(`CREATE INDEX checks_pending_idx ON checks (rung_at) WHERE status = 'pending'`);
}

async function createProviderCalls(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE provider_calls (
      id uuid NOT NULL CONSTRAINT provider_calls_pkey PRIMARY KEY,
      client_id uuid NOT NULL,
      check_id uuid NOT NULL CONSTRAINT provider_calls_check_id_fkey REFERENCES checks ON DELETE RESTRICT,
      state varchar(16) NOT NULL DEFAULT 'started' CONSTRAINT provider_calls_state CHECK (
        state IN ('started', 'not_sent', 'refused_for_now', 'refused', 'answered', 'uncertain', 'written_off')),
      worker varchar(100) NOT NULL,
      started_at timestamptz(3) NOT NULL DEFAULT now(),
      deadline_at timestamptz(3) NOT NULL,
      finished_at timestamptz(3),
      http_status smallint,
      reason varchar(60),
      answer_sealed bytea,
      answered_late_at timestamptz(3),
      written_off_at timestamptz(3),
      written_off_by uuid CONSTRAINT provider_calls_written_off_by_fkey REFERENCES users ON DELETE RESTRICT,
      CONSTRAINT provider_calls_finished_at_follows_state CHECK ((state = 'started') = (finished_at IS NULL)),
      CONSTRAINT provider_calls_written_off_at_follows_state CHECK (
        (state = 'written_off') = (written_off_at IS NOT NULL))
    )`);
  // This index IS the promise "never pay the provider twice for one request": while a call may have been received,
  // inserting another for the same check fails, whatever a queue, a person or a bug attempts. A call that the provider
  // has confirmed not to charge for is written off and makes room for another.
  await queryRunner.query(`
    CREATE UNIQUE INDEX provider_calls_one_possible_call ON provider_calls (check_id)
    WHERE state NOT IN ('not_sent', 'refused_for_now', 'written_off')`);
  await queryRunner.query('CREATE INDEX provider_calls_check_id_idx ON provider_calls (check_id)');
  await queryRunner.query(`
    CREATE INDEX provider_calls_started_idx ON provider_calls (deadline_at) WHERE state = 'started'`);
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Batches (contract 13): a file of rows, each of which becomes an ordinary verification. The content of a row is
 * sealed, and exists only while the row waits: a row without it can never be submitted, and a waiting one cannot lack
 * it.
 */
export class CreateBatches1795305600180 implements MigrationInterface {
  name = 'CreateBatches1795305600180';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE batches (
        id uuid NOT NULL CONSTRAINT batches_pkey PRIMARY KEY,
        client_id uuid NOT NULL CONSTRAINT batches_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        status varchar(16) NOT NULL DEFAULT 'draft',
        reason varchar(40),
        file_name varchar(100),
        file_hash bytea NOT NULL,
        data_key bytea,
        rows integer NOT NULL,
        valid_rows integer NOT NULL,
        duplicate_rows integer NOT NULL,
        credits integer NOT NULL,
        charges jsonb NOT NULL,
        price_release varchar(40) NOT NULL,
        biometric_consent boolean NOT NULL DEFAULT false,
        skip_duplicates boolean NOT NULL DEFAULT false,
        created_by varchar(40) NOT NULL,
        submitted_by varchar(40),
        submitter_id uuid,
        channel varchar(8) NOT NULL,
        correlation_id varchar(64) NOT NULL,
        leased_by varchar(100),
        leased_until timestamptz(3),
        settled_before integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        started_at timestamptz(3),
        resumed_at timestamptz(3),
        changed_at timestamptz(3) NOT NULL DEFAULT now(),
        ended_at timestamptz(3),
        CONSTRAINT batches_status CHECK (status IN ('draft', 'running', 'paused', 'completed', 'cancelled')),
        CONSTRAINT batches_started CHECK (status NOT IN ('running', 'paused', 'completed') OR submitter_id IS NOT NULL),
        CONSTRAINT batches_key_while_open CHECK ((data_key IS NULL) = (status IN ('completed', 'cancelled')))
      )`);
    await queryRunner.query('CREATE INDEX batches_client_id_idx ON batches (client_id, id)');
    await queryRunner.query('CREATE INDEX batches_file_idx ON batches (client_id, file_hash)');
    await queryRunner.query(
      `CREATE INDEX batches_open_idx ON batches (status, changed_at) WHERE data_key IS NOT NULL`,
    );
    await queryRunner.query(`
      CREATE TABLE batch_rows (
        batch_id uuid NOT NULL CONSTRAINT batch_rows_batch_id_fkey REFERENCES batches ON DELETE RESTRICT,
        row_no integer NOT NULL,
        client_id uuid NOT NULL CONSTRAINT batch_rows_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        state varchar(16) NOT NULL,
        service_code varchar(40),
        duplicate boolean NOT NULL DEFAULT false,
        duplicate_of uuid,
        faults jsonb,
        input_sealed bytea,
        subject_hash bytea,
        name_hash bytea,
        verification_id uuid CONSTRAINT batch_rows_verification_id_fkey
          REFERENCES verifications ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
        CONSTRAINT batch_rows_pkey PRIMARY KEY (batch_id, row_no),
        CONSTRAINT batch_rows_state CHECK
          (state IN ('faulty', 'ready', 'submitted', 'settled', 'skipped', 'refused', 'cancelled', 'erased')),
        CONSTRAINT batch_rows_input_while_ready CHECK (CASE WHEN state = 'ready'
          THEN num_nulls(input_sealed, subject_hash) = 0
          ELSE num_nonnulls(input_sealed, subject_hash, name_hash) = 0 END),
        CONSTRAINT batch_rows_submitted CHECK ((verification_id IS NOT NULL) = (state IN ('submitted', 'settled')))
      )`);
    await queryRunner.query(
      `CREATE INDEX batch_rows_ready_idx ON batch_rows (batch_id, row_no) WHERE state = 'ready'`,
    );
    await queryRunner.query(
      `CREATE INDEX batch_rows_submitted_idx ON batch_rows (batch_id, row_no) WHERE state = 'submitted'`,
    );
    await queryRunner.query(
      `CREATE INDEX batch_rows_subject_idx ON batch_rows (client_id, subject_hash) WHERE state = 'ready'`,
    );
    await queryRunner.query(
      `CREATE INDEX batch_rows_name_idx ON batch_rows (client_id, name_hash) WHERE name_hash IS NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE batch_rows');
    await queryRunner.query('DROP TABLE batches');
  }
}

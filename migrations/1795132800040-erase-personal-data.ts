import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Erasure: a settled verification may lose all personal data, leaving a stub of ids, states and credits. */
export class ErasePersonalData1795132800040 implements MigrationInterface {
  name = 'ErasePersonalData1795132800040';

  async up(queryRunner: QueryRunner): Promise<void> {
    // One request to erase a subject. It does not name the subject: the verifications it found carry its id.
    await queryRunner.query(`
      CREATE TABLE erasures (
        id uuid NOT NULL CONSTRAINT erasures_pkey PRIMARY KEY,
        client_id uuid NOT NULL CONSTRAINT erasures_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        requested_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`
      ALTER TABLE verifications
        ADD COLUMN erasure_id uuid CONSTRAINT verifications_erasure_id_fkey REFERENCES erasures ON DELETE RESTRICT,
        ADD COLUMN erased_at timestamptz(3),
        ALTER COLUMN fingerprint DROP NOT NULL,
        ALTER COLUMN subject_hash DROP NOT NULL,
        ALTER COLUMN data_key DROP NOT NULL,
        ALTER COLUMN subject_sealed DROP NOT NULL,
        ALTER COLUMN parameters_sealed DROP NOT NULL`);
    // No writer can erase half a verification, or one that is still open. Existing rows satisfy this: their columns
    // were NOT NULL until now. The next migration validates them without blocking writers.
    await queryRunner.query(`
      ALTER TABLE verifications ADD CONSTRAINT verifications_erased_completely CHECK (CASE
        WHEN erased_at IS NULL
          THEN num_nulls(fingerprint, subject_hash, data_key, subject_sealed, parameters_sealed) = 0
        ELSE status = 'completed'
          AND num_nonnulls(fingerprint, subject_hash, data_key, subject_sealed, parameters_sealed) = 0
      END) NOT VALID`);
  }

  /** Fails while there are erased verifications: their data cannot be restored. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE verifications
        DROP CONSTRAINT verifications_erased_completely,
        ALTER COLUMN parameters_sealed SET NOT NULL,
        ALTER COLUMN subject_sealed SET NOT NULL,
        ALTER COLUMN data_key SET NOT NULL,
        ALTER COLUMN subject_hash SET NOT NULL,
        ALTER COLUMN fingerprint SET NOT NULL,
        DROP COLUMN erased_at,
        DROP COLUMN erasure_id`);
    await queryRunner.query('DROP TABLE erasures');
  }
}

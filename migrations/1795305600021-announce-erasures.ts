import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Two-stage erasure, and names that are found in other spellings. Both columns can be added while the service runs:
 * neither has a default, and no earlier release reads or writes them.
 */
export class AnnounceErasures1795305600021 implements MigrationInterface {
  name = 'AnnounceErasures1795305600021';

  async up(queryRunner: QueryRunner): Promise<void> {
    // A folded name could be guessed like a subject, so it is erased with it. Not validated yet: that reads the table.
    await queryRunner.query(`
      ALTER TABLE verifications
        ADD COLUMN erasure_due_at timestamptz(3),
        ADD COLUMN name_hash bytea,
        ADD CONSTRAINT verifications_erased_name CHECK (erased_at IS NULL OR name_hash IS NULL) NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE verifications
        DROP CONSTRAINT verifications_erased_name,
        DROP COLUMN name_hash,
        DROP COLUMN erasure_due_at`);
  }
}

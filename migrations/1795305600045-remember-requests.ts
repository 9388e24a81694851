import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The client's reference for a case, a hash of the request, and who submitted it: to find a request again, and to
 * notice that the same was requested before. An erasure removes the first two. A worker of the previous release does
 * not know them, so its erasure of a newer request is refused and left to a worker of this one.
 */
export class RememberRequests1795305600045 implements MigrationInterface {
  name = 'RememberRequests1795305600045';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE verifications
        ADD COLUMN reference varchar(100) COLLATE "C",
        ADD COLUMN request_hash bytea,
        ADD COLUMN submitted_by uuid`);
    // Existing rows satisfy this, because they have neither. The next migration validates them without blocking
    // writers.
    await queryRunner.query(`
      ALTER TABLE verifications ADD CONSTRAINT verifications_erased_request
        CHECK (erased_at IS NULL OR num_nonnulls(reference, request_hash) = 0) NOT VALID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE verifications
        DROP CONSTRAINT verifications_erased_request,
        DROP COLUMN submitted_by,
        DROP COLUMN request_hash,
        DROP COLUMN reference`);
  }
}

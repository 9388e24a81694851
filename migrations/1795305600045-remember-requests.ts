import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a client calls a case, what exactly was asked, and who asked: to find a request again, and to notice that the
 * same thing was asked before. An erasure takes the first two with it. A worker of the release before knows nothing of
 * them, so its erasure of a newer request is refused and left to a worker of this one.
 */
export class RememberRequests1795305600045 implements MigrationInterface {
  name = 'RememberRequests1795305600045';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE verifications
        ADD COLUMN reference varchar(100) COLLATE "C",
        ADD COLUMN request_hash bytea,
        ADD COLUMN submitted_by uuid`);
    // Rows that stand fulfil it, because they have neither. The next migration checks them without locking them out.
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

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which version of the wordings a client confirmed. Null in rows of releases that did not record it; those are hashed
 * without it, so that every existing chain still verifies.
 */
export class KeepWordings1795305600200 implements MigrationInterface {
  name = 'KeepWordings1795305600200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE consent_evidence ADD COLUMN wording_version varchar(20)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE consent_evidence DROP COLUMN wording_version');
  }
}

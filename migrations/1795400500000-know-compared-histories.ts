import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When acknowledged requests were compared with the adopted database; earlier histories are compared again. */
export class KnowComparedHistories1795400500000 implements MigrationInterface {
  name = 'KnowComparedHistories1795400500000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE database_histories ADD COLUMN requests_compared_at timestamptz(3)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE database_histories DROP COLUMN requests_compared_at');
  }
}

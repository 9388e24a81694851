import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far a client's access entries have been added to the log. */
export class LogAccesses1795305600203 implements MigrationInterface {
  name = 'LogAccesses1795305600203';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE log_cursors ADD COLUMN access_no integer NOT NULL DEFAULT 0');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE log_cursors DROP COLUMN access_no');
  }
}

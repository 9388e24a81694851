import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * From which event on an endpoint is told. Workers compared the moments of endpoint and event, and events under a clock
 * that had been set back since went to nobody. 0 for endpoints that are there, and for those of the previous release:
 * they are also sent events that were staged a moment before them and are not distributed yet.
 */
export class NumberFirstEvents1795403300000 implements MigrationInterface {
  name = 'NumberFirstEvents1795403300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE webhook_endpoints ADD COLUMN after_event_no integer NOT NULL DEFAULT 0',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE webhook_endpoints DROP COLUMN after_event_no');
  }
}

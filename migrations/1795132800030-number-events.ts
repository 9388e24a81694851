import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes the events of a client a feed that can be reread: each has a number, assigned under the wallet's lock, so that
 * numbers appear in order and without gaps. The feed starts when the last process of the previous version has ended:
 * those write only what a webhook wants, and without a number. Test events are for one endpoint and have no number.
 */
export class NumberEvents1795132800030 implements MigrationInterface {
  name = 'NumberEvents1795132800030';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE wallets ADD last_event_no integer NOT NULL DEFAULT 0');
    await queryRunner.query('ALTER TABLE webhook_events ADD event_no integer');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE webhook_events DROP COLUMN event_no');
    await queryRunner.query('ALTER TABLE wallets DROP COLUMN last_event_no');
  }
}

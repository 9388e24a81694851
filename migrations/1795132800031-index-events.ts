import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/** The feed of events is read in the order of their numbers, which are unique per client. */
export class IndexEvents1795132800031 implements MigrationInterface {
  name = 'IndexEvents1795132800031';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(queryRunner, 'webhook_events_feed_idx', 'ON webhook_events (client_id, event_no)', {
      unique: true,
    });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, 'webhook_events_feed_idx');
  }
}

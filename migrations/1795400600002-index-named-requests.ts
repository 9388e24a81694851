import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/** Finds the events from which an erasure removes the client's own reference; other events are not in the index. */
export class IndexNamedRequests1795400600002 implements MigrationInterface {
  name = 'IndexNamedRequests1795400600002';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'webhook_events_named_idx',
      'ON webhook_events (named_request) WHERE named_request IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, 'webhook_events_named_idx');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * Keys are looked up by key first and then client: with the client first, PostgreSQL considers any index on the client
 * as good while there is little in it, or reads all keys of the client.
 */
export class IndexKeysFirst1795401100000 implements MigrationInterface {
  name = 'IndexKeysFirst1795401100000';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'verifications_idempotency_key',
      'ON verifications (idempotency_key COLLATE "C", client_id)',
      { unique: true },
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, 'verifications_idempotency_key');
  }
}

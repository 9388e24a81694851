import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/** A client has one test side. */
export class IndexTestSides1795305600164 implements MigrationInterface {
  name = 'IndexTestSides1795305600164';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'clients_one_test_side',
      'ON clients (live_client_id) WHERE live_client_id IS NOT NULL',
      { unique: true },
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, 'clients_one_test_side');
  }
}

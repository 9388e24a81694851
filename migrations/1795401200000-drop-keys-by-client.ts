import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * Keys are looked up, and unique, by the index that begins with the key; nothing reads the one that begins with the
 * client. The previous release searches by the key too, and uses the same index.
 */
export class DropKeysByClient1795401200000 implements MigrationInterface {
  name = 'DropKeysByClient1795401200000';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, 'verifications_key_bytes');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'verifications_key_bytes',
      'ON verifications (client_id, idempotency_key COLLATE "C")',
      { unique: true },
    );
  }
}

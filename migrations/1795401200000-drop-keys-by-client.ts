import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * Keys are found, and kept unique, by the index that begins with them; the one that begins with the client has no reader. The
 * release before asks for the key itself too, and finds it by the same.
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

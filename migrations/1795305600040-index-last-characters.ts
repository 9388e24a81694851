import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * Finds a client's verifications by the last four characters of the subject. Compared by bytes, so that no change of a
 * collation can hide a row, and in the order of the history, so that a page needs no sorting.
 */
export class IndexLastCharacters1795305600040 implements MigrationInterface {
  name = 'IndexLastCharacters1795305600040';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'verifications_last4_idx',
      'ON verifications (client_id, subject_last4 COLLATE "C", created_at, id)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, 'verifications_last4_idx');
  }
}

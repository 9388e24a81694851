import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * Requests about one subject are found by the subject; the time in this index was of no use: a search looks for several
 * spellings at once and sorts the results.
 */
export class NarrowSubjectIndex1795401500001 implements MigrationInterface {
  name = 'NarrowSubjectIndex1795401500001';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'verifications_subject_hash_idx',
      'ON verifications (client_id, subject_hash)',
    );
    await dropIndexes(queryRunner, 'verifications_subject_idx');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'verifications_subject_idx',
      'ON verifications (client_id, subject_hash, created_at, id)',
    );
    await dropIndexes(queryRunner, 'verifications_subject_hash_idx');
  }
}

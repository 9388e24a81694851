import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * What was asked about one subject is found by the subject; that the index also held its place in time served nobody:
 * a search asks for several spellings at once and sorts what it finds.
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

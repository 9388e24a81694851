import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

const SAME = 'request_hash, completed_at, created_at';

/**
 * The search for duplicates read every verification of the subject, or of the name, however many there were, in the
 * transaction that accepts the requests of many clients together. With the content, the completion and the time in the
 * index it reads those alone that it returns. The hash comes first as before, so the previous release finds its rows here
 * too.
 */
export class IndexSameRequests1795403000000 implements MigrationInterface {
  name = 'IndexSameRequests1795403000000';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'verifications_same_subject_idx',
      `ON verifications (subject_hash, ${SAME}) WHERE subject_hash IS NOT NULL`,
    );
    await buildIndex(
      queryRunner,
      'verifications_same_name_idx',
      `ON verifications (name_hash, ${SAME}) WHERE name_hash IS NOT NULL`,
    );
    await dropIndexes(queryRunner, 'verifications_of_subject_idx', 'verifications_of_name_idx');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(queryRunner, 'verifications_of_subject_idx', 'ON verifications (subject_hash)');
    await buildIndex(
      queryRunner,
      'verifications_of_name_idx',
      'ON verifications (name_hash) WHERE name_hash IS NOT NULL',
    );
    await dropIndexes(queryRunner, 'verifications_same_subject_idx', 'verifications_same_name_idx');
  }
}

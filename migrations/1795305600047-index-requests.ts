import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/** The history filtered by reference, or by submitter, is read in its own order. */
export class IndexRequests1795305600047 implements MigrationInterface {
  name = 'IndexRequests1795305600047';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'verifications_reference_idx',
      'ON verifications (client_id, reference, created_at, id) WHERE reference IS NOT NULL',
    );
    await buildIndex(
      queryRunner,
      'verifications_submitter_idx',
      'ON verifications (client_id, submitted_by, created_at, id) WHERE submitted_by IS NOT NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, 'verifications_submitter_idx', 'verifications_reference_idx');
  }
}

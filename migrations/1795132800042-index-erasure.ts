import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/** The rows the eraser looks through; they leave both indexes when they are erased. */
export class IndexErasure1795132800042 implements MigrationInterface {
  name = 'IndexErasure1795132800042';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'verifications_expiry_idx',
      `ON verifications (client_id, completed_at) WHERE status = 'completed' AND erased_at IS NULL`,
    );
    await buildIndex(
      queryRunner,
      'verifications_marked_idx',
      'ON verifications (erasure_id) WHERE erasure_id IS NOT NULL AND erased_at IS NULL',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, 'verifications_marked_idx', 'verifications_expiry_idx');
  }
}

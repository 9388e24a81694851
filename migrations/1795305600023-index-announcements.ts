import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/** Finds announced erasures, verifications by folded name, and older names not yet folded. */
export class IndexAnnouncements1795305600023 implements MigrationInterface {
  name = 'IndexAnnouncements1795305600023';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'verifications_announced_idx',
      'ON verifications (erasure_due_at) WHERE erasure_due_at IS NOT NULL',
    );
    await buildIndex(
      queryRunner,
      'verifications_name_idx',
      'ON verifications (client_id, name_hash) WHERE name_hash IS NOT NULL',
    );
    await buildIndex(
      queryRunner,
      'verifications_unfolded_idx',
      `ON verifications (client_id) WHERE subject_type = 'name' AND name_hash IS NULL AND erased_at IS NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(
      queryRunner,
      'verifications_unfolded_idx',
      'verifications_name_idx',
      'verifications_announced_idx',
    );
  }
}

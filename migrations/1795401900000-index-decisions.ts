import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/** For the list of support's decisions, newest first. The previous release does not use it. */
export class IndexDecisions1795401900000 implements MigrationInterface {
  name = 'IndexDecisions1795401900000';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'review_notes_decided_idx',
      `ON review_notes (created_at, id) WHERE kind <> 'note'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, 'review_notes_decided_idx');
  }
}

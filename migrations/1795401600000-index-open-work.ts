import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * Indexes for counting open work cheaply: the reasons of open reviews besides their order, who holds one, and all late
 * answers instead of only those to written-off calls. Each contains few rows. They also answer what the previous
 * release asks of the dropped ones.
 */
export class IndexOpenWork1795401600000 implements MigrationInterface {
  name = 'IndexOpenWork1795401600000';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'verifications_in_review_idx',
      `ON verifications (created_at, id, client_id, review_reason) WHERE status = 'manual_review'`,
    );
    await buildIndex(
      queryRunner,
      'reviews_taken_until_idx',
      'ON reviews (taken_until) WHERE taken_until IS NOT NULL',
    );
    await buildIndex(
      queryRunner,
      'provider_calls_late_idx',
      'ON provider_calls (answered_late_at) WHERE answered_late_at IS NOT NULL',
    );
    await dropIndexes(queryRunner, 'verifications_review_idx', 'provider_calls_paid_twice_idx');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'verifications_review_idx',
      `ON verifications (created_at, id) WHERE status = 'manual_review'`,
    );
    await buildIndex(
      queryRunner,
      'provider_calls_paid_twice_idx',
      `ON provider_calls (answered_late_at) WHERE state = 'written_off' AND answered_late_at IS NOT NULL`,
    );
    await dropIndexes(
      queryRunner,
      'verifications_in_review_idx',
      'reviews_taken_until_idx',
      'provider_calls_late_idx',
    );
  }
}

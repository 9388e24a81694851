import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/** Answers to calls that had been written off: the few that operators must know about, among all calls ever made. */
export class IndexPaidTwice1795305600011 implements MigrationInterface {
  name = 'IndexPaidTwice1795305600011';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'provider_calls_paid_twice_idx',
      `ON provider_calls (answered_late_at) WHERE state = 'written_off' AND answered_late_at IS NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, 'provider_calls_paid_twice_idx');
  }
}

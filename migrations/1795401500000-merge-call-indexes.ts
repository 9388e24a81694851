import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * The calls of a check were entered twice: by the check, and by the check once more in the index that lets in one call
 * that may have been paid for. One index does both: what is NULL equals nothing, so that calls which certainly were not
 * never stand in each other's way. The new one is there before the old ones go, and stays when this is repeated, so that no moment is without its guard.
 * The release before finds calls by it too.
 */
export class MergeCallIndexes1795401500000 implements MigrationInterface {
  name = 'MergeCallIndexes1795401500000';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'provider_calls_one_possible_of_check',
      `ON provider_calls (check_id, (CASE WHEN state NOT IN ('not_sent', 'refused_for_now', 'written_off') THEN true END))`,
      { unique: true },
    );
    await dropIndexes(queryRunner, 'provider_calls_one_possible_call', 'provider_calls_check_id_idx');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await buildIndex(
      queryRunner,
      'provider_calls_one_possible_call',
      `ON provider_calls (check_id) WHERE state NOT IN ('not_sent', 'refused_for_now', 'written_off')`,
      { unique: true },
    );
    await buildIndex(queryRunner, 'provider_calls_check_id_idx', 'ON provider_calls (check_id)');
    await dropIndexes(queryRunner, 'provider_calls_one_possible_of_check');
  }
}

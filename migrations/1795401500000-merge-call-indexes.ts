import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * The calls of a check were indexed twice: by check, and by check again in the unique index that allows only one call
 * that may have been paid for. One index does both: NULLs are distinct, so calls that certainly were not received never
 * conflict. The new index exists before the old ones are dropped, and stays if this is repeated, so that the guarantee
 * holds at every moment. The previous release finds calls through it too.
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

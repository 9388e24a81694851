import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * Lists stay as fast with a million rows of one client as with a hundred, whatever filter is applied: without these
 * indexes a filter that matches few rows, or none, reads a client's whole history (history-plan.test.ts has the plans).
 */
export class IndexFilters1795132800020 implements MigrationInterface {
  name = 'IndexFilters1795132800020';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    // Open work is little, and leaves the index when it is completed.
    await buildIndex(
      queryRunner,
      'verifications_open_idx',
      `ON verifications (client_id, status, created_at, id) WHERE status <> 'completed'`,
    );
    await buildIndex(
      queryRunner,
      'verifications_service_idx',
      'ON verifications (client_id, service_code, created_at, id)',
    );
    await buildIndex(
      queryRunner,
      'verifications_outcome_idx',
      'ON verifications (client_id, outcome, created_at, id) WHERE outcome IS NOT NULL',
    );
    // Every verification has a reserve, and nearly every one a charge: those are found in the ledger's own order.
    await buildIndex(
      queryRunner,
      'wallet_entries_rare_idx',
      `ON wallet_entries (client_id, kind, entry_no) WHERE kind IN ('top_up', 'adjustment', 'release')`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(
      queryRunner,
      'wallet_entries_rare_idx',
      'verifications_outcome_idx',
      'verifications_service_idx',
      'verifications_open_idx',
    );
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndexes } from './build-index.js';

/**
 * Every verification was entered in indexes no statement needs: keys are looked up, and unique, by their bytes, and
 * ledger lines are found by their number, their key or their verification. The previous release looks test credits up
 * by the id of their line, and then reads all lines of that one test wallet: slower, but still correct.
 */
export class DropImpliedIndexes1795401000000 implements MigrationInterface {
  name = 'DropImpliedIndexes1795401000000';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await dropIndexes(queryRunner, 'verifications_client_id_idempotency_key', 'wallet_entries_id_key');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const unique = { unique: true };
    await buildIndex(queryRunner, 'wallet_entries_id_key', 'ON wallet_entries (id)', unique);
    await buildIndex(
      queryRunner,
      'verifications_client_id_idempotency_key',
      'ON verifications (client_id, idempotency_key)',
      unique,
    );
  }
}

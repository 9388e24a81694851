import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createPolicies, removePolicies } from './row-policies.js';

/** How far the ledgers were added up is for those who add them up, and for no client. */
export class SecureLedgerCheckpoints1795305600029 implements MigrationInterface {
  name = 'SecureLedgerCheckpoints1795305600029';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createPolicies(queryRunner, 'ledger_checkpoints', { purposes: ['worker', 'operator'] });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await removePolicies(queryRunner, 'ledger_checkpoints');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createPolicies, removePolicies } from './row-policies.js';

/** Ledger checkpoints are visible to the workers that check ledgers, and to no client. */
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

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BY_CLIENT_ID, createPolicies, removePolicies } from './row-policies.js';

/** A client finds its own records in the log; the cursors are visible only to the workers that seal. */
export class SecureLog1795305600202 implements MigrationInterface {
  name = 'SecureLog1795305600202';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await createPolicies(queryRunner, 'log_spans', {
      ofClients: BY_CLIENT_ID,
      purposes: ['worker', 'operator'],
      readers: ['staff'],
    });
    await createPolicies(queryRunner, 'log_cursors', { purposes: ['worker', 'operator'] });
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await removePolicies(queryRunner, 'log_cursors');
    await removePolicies(queryRunner, 'log_spans');
  }
}

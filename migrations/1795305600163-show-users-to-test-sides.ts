import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BY_CLIENT_ID, createPolicies, type RowPolicies, SCOPE_CLIENTS } from './row-policies.js';

const BEFORE: Readonly<Record<'clients' | 'users', RowPolicies & { ofClients: string }>> = {
  clients: {
    ofClients: `id = ANY (${SCOPE_CLIENTS})`,
    purposes: ['staff', 'worker', 'operator'],
    readers: ['sign_in'],
  },
  users: { ofClients: BY_CLIENT_ID, purposes: ['staff', 'operator'], readers: ['sign_in'] },
};

/** Whether the scope includes the test side of the client in this column. */
function ofItsTestSide(column: string): string {
  return `overlay(${column}::text PLACING '8' FROM 15 FOR 1)::uuid = ANY (${SCOPE_CLIENTS})`;
}

/**
 * An organisation and its people belong to both sides: requests in test mode check whether the client is suspended, and
 * lists name who submitted what. What happens on the live side stays hidden.
 */
export class ShowUsersToTestSides1795305600163 implements MigrationInterface {
  name = 'ShowUsersToTestSides1795305600163';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, column] of [['clients', 'id'] as const, ['users', 'client_id'] as const]) {
      const { ofClients, ...others } = BEFORE[table];
      const both = `${ofClients} OR ${ofItsTestSide(column)}`;
      await createPolicies(queryRunner, table, { ...others, ofClients: both });
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, policies] of Object.entries(BEFORE))
      await createPolicies(queryRunner, table, policies);
  }
}

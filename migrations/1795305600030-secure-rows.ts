import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  BY_CLIENT_ID,
  createPolicies,
  type RowPolicies,
  removePolicies,
  SCOPE_CLIENTS,
} from './row-policies.js';

const EVERYBODY_AT_WORK = ['staff', 'worker', 'operator'] as const;

/** Tables with the client in a column of their own. */
const OF_CLIENT: RowPolicies = { ofClients: BY_CLIENT_ID, purposes: EVERYBODY_AT_WORK };

/** Accounts are looked up before the caller is known, and workers do not need them. */
const ACCOUNTS: RowPolicies = {
  ofClients: BY_CLIENT_ID,
  purposes: ['staff', 'operator'],
  readers: ['sign_in'],
};

const TABLES: Readonly<Record<string, RowPolicies>> = {
  clients: {
    ofClients: `id = ANY (${SCOPE_CLIENTS})`,
    purposes: EVERYBODY_AT_WORK,
    readers: ['sign_in'],
  },
  users: ACCOUNTS,
  api_keys: ACCOUNTS,
  wallets: OF_CLIENT,
  wallet_entries: OF_CLIENT,
  verifications: OF_CLIENT,
  checks: OF_CLIENT,
  provider_calls: OF_CLIENT,
  consent_evidence: OF_CLIENT,
  erasures: OF_CLIENT,
  webhook_endpoints: OF_CLIENT,
  webhook_events: OF_CLIENT,
  webhook_deliveries: {
    // The endpoint is looked up under its own policies, so only those of the scope's clients are found.
    ofClients: 'EXISTS (SELECT FROM webhook_endpoints AS e WHERE e.id = endpoint_id)',
    purposes: EVERYBODY_AT_WORK,
  },
  // Review notes and late findings are not shown to clients directly.
  reviews: { purposes: EVERYBODY_AT_WORK },
  review_notes: { purposes: EVERYBODY_AT_WORK },
  late_findings: { purposes: EVERYBODY_AT_WORK },
};

/**
 * The second barrier between clients: a statement sees and writes only the rows of its scope, even if its conditions
 * omit the client. Applied table by table, each for a moment only, so that nothing waits for all of them at once.
 */
export class SecureRows1795305600030 implements MigrationInterface {
  name = 'SecureRows1795305600030';
  transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, policies] of Object.entries(TABLES))
      await createPolicies(queryRunner, table, policies);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of Object.keys(TABLES).reverse()) await removePolicies(queryRunner, table);
  }
}

import type { Edit, PlantedBug } from '../planted-bug.js';

const TENANCY = ['test/api/verifications/tenancy.test.ts'];

/**
 * Opens the second wall, row-level security, which hides what a forgotten filter would show: only then can a test
 * notice that the filter is gone.
 */
const WALL_OPEN: Edit = {
  file: 'shared/db/scope.ts',
  find: 'return { clients: [clientId], caller: clientId };',
  replace: "return 'operator';",
};

/** Defects in what one client sees and does of another. */
export const tenancyBugs: readonly PlantedBug[] = [
  {
    name: 'row-level-security-open',
    breaks: 'One forgotten filter shows the data of all clients.',
    edits: [WALL_OPEN],
    specs: ['test/security/forgotten-client.test.ts'],
  },
  {
    name: 'report-of-another-client',
    breaks: 'Any client reads any report whose id it knows.',
    edits: [
      WALL_OPEN,
      {
        file: 'api/verifications/load-verification.ts',
        find: "filterOnly('v.client_id = wanted.client_id')",
        replace: "'true'",
      },
    ],
    specs: TENANCY,
  },
  {
    name: 'not-modified-for-anybody',
    breaks: 'A conditional request tells any client whether an id exists.',
    edits: [
      {
        file: 'api/verifications/report/get-report.ts',
        find: 'if (version === undefined) throw notFound();',
        replace: 'if (version === undefined) return void res.status(304).end();',
      },
    ],
    specs: TENANCY,
  },
  {
    name: 'photo-of-another-client',
    breaks: 'Any client sees the photograph of a person that another client asked about.',
    edits: [
      WALL_OPEN,
      {
        file: 'api/verifications/report/get-photo.ts',
        find: 'const [verification] = await loadVersions(own, [key]);',
        replace: 'const verification = { id: key.id as string };',
      },
      {
        file: 'api/verifications/report/load-photo.ts',
        find: 'WHERE v.client_id = $1 AND',
        replace: 'WHERE $1::uuid IS NOT NULL AND',
      },
    ],
    specs: [...TENANCY, 'test/api/verifications/report/get-photo.test.ts'],
  },
  {
    name: 'history-of-all-clients',
    breaks: 'Every client lists the requests of all.',
    edits: [
      WALL_OPEN,
      {
        file: 'api/verifications/history/load-history.ts',
        find: "const ofClient = 'client_id = ?';",
        replace: "const ofClient = '?::uuid IS NOT NULL';",
      },
    ],
    specs: TENANCY,
  },
  {
    name: 'ledger-of-all-clients',
    breaks: 'Every client lists the wallet entries of all.',
    edits: [
      WALL_OPEN,
      {
        file: 'api/wallet/load-entries.ts',
        find: "    .add('client_id = ?', clientId)",
        replace: "    .add('?::uuid IS NOT NULL', clientId)",
      },
    ],
    specs: [...TENANCY, 'test/api/wallet/wallet.test.ts'],
  },
  {
    name: 'key-of-another-client-revoked',
    breaks: 'A client turns off the machines of another.',
    edits: [
      {
        file: 'api/api-keys/revoke-api-key.ts',
        find: 'keys.update({ id, clientId, revokedAt: IsNull() }',
        replace: 'keys.update({ id, revokedAt: IsNull() }',
      },
    ],
    specs: ['test/api/api-keys/revoke-api-key.test.ts'],
  },
  {
    name: 'webhook-of-another-client',
    breaks: 'A client makes the webhook of another send.',
    edits: [
      WALL_OPEN,
      {
        file: 'api/webhooks/request-delivery.ts',
        find: 'WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL RETURNING enabled',
        replace: 'WHERE id = $1 AND $2::uuid IS NOT NULL AND deleted_at IS NULL RETURNING enabled',
      },
    ],
    specs: ['test/api/webhooks/deliveries.test.ts', 'test/api/webhooks/webhooks.test.ts'],
  },
  {
    name: 'cursor-of-another-client',
    breaks: 'A page link of one client opens in the list of another.',
    edits: [
      {
        file: 'api/http/cursor.ts',
        find: "keyedHash(key, 'cursor', list, clientId, position)",
        replace: "keyedHash(key, 'cursor', list, position)",
      },
    ],
    specs: ['test/api/http/cursor.test.ts'],
  },
  {
    name: 'events-to-every-receiver',
    breaks: 'A webhook is sent the events of other clients.',
    edits: [
      {
        file: 'worker/webhooks/fan-out.ts',
        find: 'client_id === event.client_id && wanted.includes(event.type)',
        replace: 'client_id !== undefined && wanted.includes(event.type)',
      },
    ],
    specs: ['test/worker/webhooks/fan-out.test.ts'],
  },
];

import type { Edit, PlantedBug } from '../planted-bug.js';

const TENANCY = ['test/api/verifications/tenancy.test.ts'];
const TOKENS = ['test/api/auth/access-token.test.ts', 'test/api/auth/ending-tokens.test.ts'];

/**
 * Opens the second wall, row-level security, which hides what a forgotten filter would show: only then can a test
 * notice that the filter is gone.
 */
const WALL_OPEN: Edit = {
  file: 'shared/db/scope.ts',
  find: 'return { clients: [clientId], caller: clientId };',
  replace: "return 'operator';",
};

/** Defects in who may see and do what. */
export const accessBugs: readonly PlantedBug[] = [
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
    name: 'signed-out-token-accepted',
    breaks: 'A token lives on after its owner has signed out.',
    edits: [
      {
        file: 'api/auth/authorise-account.ts',
        find: 'account === undefined || account.token_revoked ||',
        replace: 'account === undefined ||',
      },
    ],
    specs: TOKENS,
  },
  {
    name: 'expired-token-remembered',
    breaks: 'A token that was used once never expires.',
    edits: [
      {
        file: 'api/auth/verified-tokens.ts',
        find: 'if (claims === undefined || claims.expiresAt.getTime() > Date.now()) return claims;',
        replace: 'if (this.#claims.size >= 0) return claims;',
      },
    ],
    specs: ['test/api/auth/verified-tokens.test.ts'],
  },
  {
    name: 'token-of-any-algorithm',
    breaks: 'The sender of a token chooses how it is checked.',
    edits: [
      {
        file: 'api/auth/token-strategy.ts',
        find: 'algorithms: [TOKEN_RULES.algorithm],',
        replace: "algorithms: ['HS256', 'HS384', 'HS512', 'none'],",
      },
      {
        file: 'api/auth/token-strategy.ts',
        find: 'if (header.alg !== TOKEN_RULES.algorithm || header.typ',
        replace: 'if (header.typ',
      },
    ],
    specs: TOKENS,
  },
  {
    name: 'cookie-without-origin-check',
    breaks: 'Any web page makes a signed-in visitor submit paid requests.',
    edits: [
      {
        file: 'api/middleware/authenticate.ts',
        find: 'requireOwnPage(req, deps);',
        replace: '',
      },
    ],
    specs: ['test/api/auth/cookie-session.test.ts'],
  },
  {
    name: 'page-of-another-session',
    breaks: 'What was filled in as a test in one tab is paid for by whoever signs in in another.',
    edits: [
      {
        file: 'api/middleware/authenticate.ts',
        find: 'requireShownAccount(req, claims);',
        replace: '',
      },
    ],
    specs: ['test/api/auth/cookie-session.test.ts'],
  },
  {
    name: 'session-without-its-factor',
    breaks: 'A stolen password is enough as soon as its owner has set up a second factor elsewhere.',
    edits: [
      {
        file: 'api/middleware/authenticate.ts',
        find: 'if (needsSecondFactor && factors.length > 0 && !secondFactorProved)',
        replace: 'if (needsSecondFactor && factors.length > 0 && !secondFactorProved && false)',
      },
    ],
    specs: ['test/api/second-factor/demand.test.ts'],
  },
  {
    name: 'scope-not-demanded',
    breaks: 'A client token opens the addresses of staff.',
    edits: [
      {
        file: 'api/middleware/allow.ts',
        find: `if (mayDo(role, act, clientId === null ? 'live' : modeOf(clientId))) return undefined;`,
        replace: 'if (role !== undefined) return undefined;',
      },
    ],
    specs: ['test/api/admin/scope.test.ts'],
  },
  {
    name: 'key-of-a-suspended-client',
    breaks: 'The machines of a suspended client go on spending.',
    edits: [{ file: 'api/api-keys/load-live-keys.ts', find: ' AND NOT c.suspended`', replace: '`' }],
    specs: ['test/api/api-keys/use-of-keys.test.ts'],
  },
];

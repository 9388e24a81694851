import type { PlantedBug } from '../planted-bug.js';

const TOKENS = ['test/api/auth/access-token.test.ts', 'test/api/auth/ending-tokens.test.ts'];

/** Defects in who is let in, and what they may do. */
export const accessBugs: readonly PlantedBug[] = [
  {
    name: 'failures-outlive-the-password',
    breaks: 'Whoever was given a new password is locked out for the failures with the old one.',
    edits: [
      {
        file: 'api/auth/login-limits.ts',
        find: "hash('login-email', email, passwordHash)",
        replace: "hash('login-email', email, passwordHash.slice(0, 0))",
      },
    ],
    specs: ['test/api/auth/login-limits.test.ts'],
  },
  {
    name: 'set-up-lifts-the-limit',
    breaks:
      'The codes of a second factor can be guessed without a limit from a session that began to set up another.',
    edits: [
      {
        file: 'api/second-factor/set-up-totp.ts',
        find: 'attempt(userOf(res).id, isRight, jti)',
        replace: 'attempt(userOf(res).id, isRight)',
      },
    ],
    specs: ['test/api/second-factor/set-up-limit.test.ts'],
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
  {
    name: 'code-of-a-colleague',
    breaks: 'Whoever knows a colleague’s password signs in as them with the codes of their own app.',
    edits: [
      {
        file: 'api/second-factor/redeem-proof.ts',
        find: "where: { userId, kind: 'totp' }",
        replace: "where: { kind: 'totp' }",
      },
    ],
    specs: ['test/api/second-factor/sign-in.test.ts'],
  },
  {
    name: 'passkey-of-a-colleague',
    breaks: 'Whoever knows a colleague’s password signs in as them with a passkey of their own.',
    edits: [
      {
        file: 'api/second-factor/redeem-proof.ts',
        find: 'WHERE credential_id = $1 AND user_id = $2 FOR NO KEY UPDATE',
        replace: 'WHERE credential_id = $1 AND $2::uuid IS NOT NULL FOR NO KEY UPDATE',
      },
    ],
    specs: ['test/api/second-factor/passkeys.test.ts'],
  },
  {
    name: 'sessions-of-colleagues',
    breaks: 'Whoever ends their other sessions signs the whole team out.',
    edits: [
      {
        file: 'api/sessions/end-sessions.ts',
        find: 'WHERE s.user_id = $1 AND',
        replace: 'WHERE $1::uuid IS NOT NULL AND',
      },
    ],
    specs: ['test/api/sessions/sessions.test.ts'],
  },
];

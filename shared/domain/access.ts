import type { KeyScope } from './key-scopes.js';
import type { Mode } from './mode.js';
import { type Role, scopeOf, type TokenScope } from './roles.js';

/** Who acts: a person by their role, or a machine with an API key. */
export type Actor = Role | 'api_key';

const TEAM = ['owner', 'submitter', 'viewer', 'developer'] as const;
const EVERYBODY = [...TEAM, 'support', 'admin', 'auditor'] as const;

/**
 * Who may do what (contract 11). It decides for the routes, their description, the queue board and the portal alike, and
 * what is not in it is refused.
 */
const ACCESS = {
  // Of whoever is signed in.
  read_own_account: EVERYBODY,
  manage_own_account: EVERYBODY,
  read_services: EVERYBODY,

  // Of a client's people for what is their client's, and of staff for everybody's.
  read_figures: ['owner', 'submitter', 'viewer', 'support', 'admin', 'auditor'],

  // Of a client's people, for what is their client's.
  submit: ['owner', 'submitter'],
  /** That a verification exists, for which service, and how far it is: nothing of whom it is about. */
  follow_reports: TEAM,
  read_reports: ['owner', 'submitter', 'viewer'],
  read_wallet: ['owner', 'submitter', 'viewer'],
  read_events: TEAM,
  manage_keys: ['owner', 'developer'],
  manage_webhooks: ['owner', 'developer'],
  manage_team: ['owner'],
  switch_mode: ['owner', 'developer'],
  /** What only test mode has: filling the wallet and playing support. */
  use_test_mode: ['owner', 'developer'],
  /** Who looked at what, staff included. */
  read_access_log: ['owner'],

  // Of staff, for all clients.
  work_reviews: ['support'],
  read_queue: ['support'],
  use_queue_board: ['support', 'admin'],
  read_clients: ['admin', 'auditor'],
  manage_clients: ['admin'],
  read_client_wallets: ['admin', 'auditor'],
  move_credits: ['admin'],
  read_staff: ['admin', 'auditor'],
  manage_staff: ['admin'],
  read_audit_log: ['admin', 'auditor'],
  read_approvals: ['admin', 'auditor'],
  decide_approvals: ['admin'],
  export_personal_data: ['admin'],
  erase_personal_data: ['admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

/** One thing that can be done with the service. */
export type Act = keyof typeof ACCESS;

/** Which scope an API key needs for it; `any`: whatever it was given. What is missing no key may do. */
const KEYS: Readonly<Partial<Record<Act, KeyScope | 'any'>>> = {
  read_own_account: 'any',
  read_services: 'any',
  submit: 'submit',
  follow_reports: 'read',
  read_reports: 'read',
  read_events: 'read',
  read_wallet: 'wallet',
  manage_webhooks: 'webhooks',
  use_test_mode: 'submit',
};

/** What developers may do in test mode beside what they may do anyway: nothing there is about anybody (contract 12). */
const DEVELOPERS_IN_TEST_MODE: readonly Act[] = ['submit', 'read_reports', 'read_wallet', 'read_figures'];

/** Says whether the tables allow the act. Whether a key has the scope is judged where it is identified. */
export function mayDo(actor: Actor, act: Act, mode: Mode = 'live'): boolean {
  if (mode === 'test' && actor === 'developer' && DEVELOPERS_IN_TEST_MODE.includes(act)) return true;
  return actor === 'api_key' ? keyNeedOf(act) !== undefined : rolesFor(act).includes(actor);
}

/** The roles of the people who may do it. */
export function rolesFor(act: Act): readonly Role[] {
  return ACCESS[act];
}

/** What an API key needs to do it; undefined when no key may. */
export function keyNeedOf(act: Act): KeyScope | 'any' | undefined {
  return KEYS[act];
}

/** The scopes of the tokens with which it can be done, each once. */
export function scopesFor(act: Act): readonly TokenScope[] {
  return [...new Set(rolesFor(act).map(scopeOf))];
}

/**
 * Says whether a token of this scope is at the right address and only its role may be the wrong one (403), or does not
 * belong there at all (401, contract 3). An auditor reads where admins are at home.
 */
export function isInScope(scope: TokenScope, act: Act): boolean {
  const scopes = scopesFor(act);
  return scopes.includes(scope) || (scope === 'auditor' && scopes.includes('admin'));
}

import type { KeyScope } from './key-scopes.js';
import type { Mode } from './mode.js';
import { ROLES, type Role, scopeOf, type TokenScope } from './roles.js';

/** Who acts: a person by their role, or a machine with an API key. */
export type Actor = Role | 'api_key';

/** What anybody may do who is signed in. */
const OWN = ['read_own_account', 'manage_own_account', 'read_services'] as const;
/** What everybody in a team may do: to know that a verification exists, for which service and how far, but not of whom. */
const FOLLOW = [...OWN, 'follow_reports', 'read_events', 'read_logo'] as const;
/** What whoever may read a client's reports may read. */
const READ = [...FOLLOW, 'read_figures', 'read_reports', 'read_wallet'] as const;
/** What staff may read of all clients. */
const OVERSEE = [
  ...OWN,
  'read_figures',
  'read_clients',
  'read_client_wallets',
  'read_staff',
  'read_audit_log',
  'read_approvals',
] as const;

/**
 * Who may do what (contract 11), a row for each role. It decides for the routes, their description, the queue board and
 * the portal alike, and what is not in it is refused.
 */
const ACCESS = {
  // Of a client's people, for what is their client's.
  owner: [
    ...READ,
    'submit',
    'manage_keys',
    'manage_webhooks',
    'manage_team',
    /** The picture at the head of reports. */
    'manage_logo',
    'switch_mode',
    /** What only test mode has: filling the wallet and playing support. */
    'use_test_mode',
    /** Who looked at what, staff included. */
    'read_access_log',
  ],
  submitter: [...READ, 'submit'],
  viewer: READ,
  developer: [...FOLLOW, 'manage_keys', 'manage_webhooks', 'switch_mode', 'use_test_mode'],

  // Of staff, for all clients.
  support: [...OWN, 'read_figures', 'work_reviews', 'read_queue', 'use_queue_board'],
  admin: [
    ...OVERSEE,
    'use_queue_board',
    'manage_clients',
    'move_credits',
    'manage_staff',
    'decide_approvals',
    'export_personal_data',
    'erase_personal_data',
  ],
  auditor: OVERSEE,
} as const satisfies Readonly<Record<Role, readonly string[]>>;

/** One thing that can be done with the service. */
export type Act = (typeof ACCESS)[Role][number];

/** At whose addresses a token of each scope belongs: an auditor reads where admins work. */
const AT_HOME: Readonly<Record<TokenScope, readonly TokenScope[]>> = {
  client: ['client'],
  support: ['support'],
  admin: ['admin'],
  auditor: ['auditor', 'admin'],
};

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
  return ROLES.filter((role) => ACCESS[role].some((own) => own === act));
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
 * belong there at all (401, contract 3).
 */
export function isInScope(scope: TokenScope, act: Act): boolean {
  return scopesFor(act).some((home) => AT_HOME[scope].includes(home));
}

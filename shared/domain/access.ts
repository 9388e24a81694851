import type { KeyScope } from './key-scopes.js';
import type { Mode } from './mode.js';
import { ROLES, type Role, scopeOf, type TokenScope } from './roles.js';

/** Who acts: a person in their role, or a machine with an API key. */
export type Actor = Role | 'api_key';

/** What anyone signed in may do. */
const OWN = ['read_own_account', 'manage_own_account', 'read_services'] as const;
/**
 * What everyone in a team may do: see that a verification exists, for which service and how far along it is, but not
 * whom it is about.
 */
const FOLLOW = [...OWN, 'follow_reports', 'read_events', 'read_logo'] as const;
/** What anyone who may read a client's reports may read. */
const READ = [...FOLLOW, 'read_figures', 'read_reports', 'read_wallet'] as const;
/** What staff may read about all clients. */
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
 * Who may do what (contract 11), one row per role. It applies alike to the routes, their description, the queue board
 * and the portal; anything not listed is refused.
 */
const ACCESS = {
  // A client's people, within their own client.
  owner: [
    ...READ,
    'submit',
    'manage_keys',
    'manage_webhooks',
    'manage_team',
    /** The logo at the head of reports. */
    'manage_logo',
    'switch_mode',
    /** Available only in test mode: filling the wallet and acting as support. */
    'use_test_mode',
    /** Who accessed what, staff included. */
    'read_access_log',
  ],
  submitter: [...READ, 'submit'],
  viewer: READ,
  developer: [...FOLLOW, 'manage_keys', 'manage_webhooks', 'switch_mode', 'use_test_mode'],

  // Staff, across all clients.
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

/** One action on the service. */
export type Act = (typeof ACCESS)[Role][number];

/** The scopes whose endpoints a token of each scope may call: an auditor reads where admins work. */
const AT_HOME: Readonly<Record<TokenScope, readonly TokenScope[]>> = {
  client: ['client'],
  support: ['support'],
  admin: ['admin'],
  auditor: ['auditor', 'admin'],
};

/** The scope an API key needs for an act; `any`: every key. No key may do what is not listed. */
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

/** What developers may additionally do in test mode, where nothing is about a real person (contract 12). */
const DEVELOPERS_IN_TEST_MODE: readonly Act[] = ['submit', 'read_reports', 'read_wallet', 'read_figures'];

/** Whether the tables allow the act. Whether a key has the scope is judged where it is identified. */
export function mayDo(actor: Actor, act: Act, mode: Mode = 'live'): boolean {
  if (mode === 'test' && actor === 'developer' && DEVELOPERS_IN_TEST_MODE.includes(act)) return true;
  return actor === 'api_key' ? keyNeedOf(act) !== undefined : rolesFor(act).includes(actor);
}

/** The roles of people who may perform the act. */
export function rolesFor(act: Act): readonly Role[] {
  return ROLES.filter((role) => ACCESS[role].some((own) => own === act));
}

/** The scope an API key needs for the act; undefined if no key may. */
export function keyNeedOf(act: Act): KeyScope | 'any' | undefined {
  return KEYS[act];
}

/** The token scopes with which the act is possible, each once. */
export function scopesFor(act: Act): readonly TokenScope[] {
  return [...new Set(rolesFor(act).map(scopeOf))];
}

/**
 * Whether a token of this scope is at the right address, so that at most its role is wrong (403), or does not belong
 * there at all (401, contract 3).
 */
export function isInScope(scope: TokenScope, act: Act): boolean {
  return scopesFor(act).some((home) => AT_HOME[scope].includes(home));
}

import type { KeyScope } from './key-scopes.js';
import type { Mode } from './mode.js';
import { PEOPLE, STAFF } from './role-table.js';
import { ROLES, type Role, type StaffRole, scopeOf, type TokenScope } from './roles.js';

/** Who acts: a person in their role, or a machine with an API key. */
export type Actor = Role | 'api_key';

const TABLE = { ...PEOPLE, ...STAFF };

/**
 * One action on the service. Who may perform it (contract 11) applies alike to the routes, their description, the
 * queue board and the portal.
 */
export type Act = (typeof TABLE)[Role]['may'][number];

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

/** Whether the tables allow the act. For an API key, its scope is checked as well, where the key is identified. */
export function mayDo(actor: Actor, act: Act, mode: Mode = 'live'): boolean {
  if (actor === 'api_key') return keyNeedOf(act) !== undefined;
  return rolesFor(act, mode).includes(actor);
}

function testActsOf(role: Role): readonly Act[] {
  const tested: Readonly<Partial<Record<Role, { mayInTestMode: readonly Act[] }>>> = PEOPLE;
  return tested[role]?.mayInTestMode ?? [];
}

/** The roles of people who may perform the act. */
export function rolesFor(act: Act, mode: Mode = 'live'): readonly Role[] {
  return ROLES.filter(
    (role) =>
      TABLE[role].may.some((own) => own === act) || (mode === 'test' && testActsOf(role).includes(act)),
  );
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
  return scopesFor(act).some(
    (home) => home === scope || (scope !== 'client' && alsoAt(scope).includes(home)),
  );
}

function alsoAt(role: StaffRole): readonly TokenScope[] {
  return STAFF[role].alsoAt;
}

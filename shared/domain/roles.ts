import { PEOPLE, STAFF } from './role-table.js';

/** The roles of a client's people (contract 11). */
export type ClientRole = keyof typeof PEOPLE;
export const CLIENT_ROLES = Object.keys(PEOPLE) as readonly ClientRole[];

/** The roles of staff; also the scope of their tokens. */
export type StaffRole = keyof typeof STAFF;
export const STAFF_ROLES = Object.keys(STAFF) as readonly StaffRole[];

/** The scopes of tokens: one per token, given by its user's role (contract 3 and 11). */
export type TokenScope = 'client' | StaffRole;
export const TOKEN_SCOPES: readonly TokenScope[] = ['client', ...STAFF_ROLES];

/** All roles; shared/domain/role-table.ts has a row for each. */
export type Role = ClientRole | StaffRole;
export const ROLES: readonly Role[] = [...CLIENT_ROLES, ...STAFF_ROLES];

/** Returns the role of an account as stored: the team role applies only to a client's people. */
export function roleOf(scope: TokenScope, teamRole: ClientRole): Role {
  return scope === 'client' ? teamRole : scope;
}

/** Returns the value of the team-role column, which has no meaning for staff. */
export function teamRoleOf(role: Role): ClientRole {
  return CLIENT_ROLES.find((own) => own === role) ?? 'owner';
}

/** Returns the token scope of a role. */
export function scopeOf(role: Role): TokenScope {
  return STAFF_ROLES.find((own) => own === role) ?? 'client';
}

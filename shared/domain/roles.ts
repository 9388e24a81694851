/** The roles of a client's people (contract 11). */
export const CLIENT_ROLES = ['owner', 'submitter', 'viewer', 'developer'] as const;
export type ClientRole = (typeof CLIENT_ROLES)[number];

/** The roles of staff; also the scope of their tokens. */
export const STAFF_ROLES = ['support', 'admin', 'auditor'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The scopes of tokens: one per token, given by its user's role (contract 3 and 11). */
export const TOKEN_SCOPES = ['client', ...STAFF_ROLES] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** All roles; shared/domain/access.ts says what each may do. */
export const ROLES = [...CLIENT_ROLES, ...STAFF_ROLES] as const;
export type Role = (typeof ROLES)[number];

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
  return CLIENT_ROLES.some((own) => own === role) ? 'client' : (role as StaffRole);
}

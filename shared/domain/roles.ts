/** What a person of a client is to it (contract 11). */
export const CLIENT_ROLES = ['owner', 'submitter', 'viewer', 'developer'] as const;
export type ClientRole = (typeof CLIENT_ROLES)[number];

/** What a member of staff is; also the scope of the member's token. */
export const STAFF_ROLES = ['support', 'admin', 'auditor'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** What a token may be used for at all: one a token, by what its user is (contract 3 and 11). */
export const TOKEN_SCOPES = ['client', ...STAFF_ROLES] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** What a person is: shared/domain/access.ts says what each may do. */
export const ROLES = [...CLIENT_ROLES, ...STAFF_ROLES] as const;
export type Role = (typeof ROLES)[number];

/** The role of an account as the table has it: that in the team is of meaning for a client's people only. */
export function roleOf(scope: TokenScope, teamRole: ClientRole): Role {
  return scope === 'client' ? teamRole : scope;
}

/** What the column of the role in the team holds: of staff it says nothing. */
export function teamRoleOf(role: Role): ClientRole {
  return CLIENT_ROLES.find((own) => own === role) ?? 'owner';
}

/** The scope that the token of a person with this role carries. */
export function scopeOf(role: Role): TokenScope {
  return CLIENT_ROLES.some((own) => own === role) ? 'client' : (role as StaffRole);
}

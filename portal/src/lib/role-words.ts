import { PEOPLE, STAFF } from '../../../shared/domain/role-table.js';
import type { Role } from '../../../shared/domain/roles.js';

/** What each role is called, and what who has it does. */
export const ROLE_WORDS: Readonly<Record<Role, { name: string; does: string }>> = { ...PEOPLE, ...STAFF };

/** A role as one of several choices. */
export function roleChoice(role: Role): string {
  const { name, does } = ROLE_WORDS[role];
  return `${name}: ${does}`;
}

import type { Role } from '../../../../shared/domain/roles.js';
import { ROLE_WORDS } from '../../lib/role-words.js';

/** The question asked before the role of an account changes. */
export function roleChangeWords(whose: string, role: Role) {
  const { name, does } = ROLE_WORDS[role];
  return {
    title: 'Change the role?',
    action: 'Change the role',
    text: `${whose} becomes ${name.toLowerCase()}, who ${does}, and has to sign in again.`,
  };
}

import type { Role } from '../../../shared/domain/roles.js';

/** What each role is called, and what who has it does. */
export const ROLE_WORDS: Readonly<Record<Role, { name: string; does: string }>> = {
  owner: { name: 'Owner', does: 'does everything, and looks after the team' },
  submitter: { name: 'Submitter', does: 'submits checks and reads reports' },
  viewer: { name: 'Viewer', does: 'reads reports and the wallet' },
  developer: { name: 'Developer', does: 'looks after API keys and webhooks, and sees no reports' },
  support: { name: 'Support', does: 'works on reviews' },
  admin: { name: 'Administrator', does: 'manages accounts and credits' },
  auditor: { name: 'Auditor', does: 'reads accounts, wallets and the audit log, and changes nothing' },
};

/** A role as one choice of several. */
export function roleChoice(role: Role): string {
  const { name, does } = ROLE_WORDS[role];
  return `${name}: ${does}`;
}

import { mayDo } from '../../../../shared/domain/access.js';
import type { Role } from '../../../../shared/domain/roles.js';

/** The question asked before an account is locked or unlocked. */
export function suspensionWords(whose: string, role: Role, suspended: boolean) {
  return suspended
    ? {
        title: 'Suspend this account?',
        action: 'Suspend',
        text: `${whose} is signed out everywhere and cannot sign in until the suspension is lifted.${
          startsBatches(role) ? ' Batches that this person started pause.' : ''
        }`,
      }
    : {
        title: 'Lift the suspension?',
        action: 'Reactivate',
        text: `${whose} can sign in again with the same password as before.`,
      };
}

/** Whether batches may be running in the name of somebody with this role. */
export function startsBatches(role: Role): boolean {
  return mayDo(role, 'submit', 'live');
}

import { notifications } from '@mantine/notifications';
import type { WireApproval } from '../../../../shared/wire/approval.js';

/** Whether the API recorded an act for another person to approve, instead of performing it. */
export function isProposal(answer: unknown): answer is WireApproval {
  return typeof answer === 'object' && answer !== null && 'approval_id' in answer;
}

/** Tells the user that nothing has been done yet. */
export function tellProposed(): void {
  notifications.show({
    title: 'Proposed',
    message: 'An administrator other than you has to approve it: nothing is done until then.',
  });
}

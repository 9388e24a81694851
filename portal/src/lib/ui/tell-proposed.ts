import { notifications } from '@mantine/notifications';
import type { WireApproval } from '../../../../shared/wire/approval.js';

/** Whether the API has written an act down for another person to approve, in place of doing it. */
export function isProposal(answer: unknown): answer is WireApproval {
  return typeof answer === 'object' && answer !== null && 'approval_id' in answer;
}

/** Says that nothing is done yet. */
export function tellProposed(): void {
  notifications.show({
    title: 'Proposed',
    message: 'Another administrator has to approve it: nothing is done until then.',
  });
}

import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireCreditMove } from '../../../../shared/wire/admin.js';
import type { WireApproval } from '../../../../shared/wire/approval.js';
import { ApiFailure, toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { formatCredits } from '../../lib/format.js';
import { TabMemory } from '../../lib/session/tab-memory.js';
import { isProposal, tellProposed } from '../../lib/ui/tell-proposed.js';

export interface CreditFields {
  amount: string;
  note: string;
  key: string;
}

/**
 * By client: what was sent and not answered. It may have been done, so whoever opens the dialog again finds it there,
 * with its key: typed anew it would be another movement.
 */
export const UNANSWERED_MOVES = new TabMemory<CreditFields>(() => true);

/** Moves credits, once per key. */
export function useCreditMove(clientId: string, amountOf: (typed: string) => number) {
  const queryClient = useQueryClient();
  const path = `/admin/clients/${encodeURIComponent(clientId)}`;
  const showWallet = () => {
    for (const queryKey of [[`${path}/wallet`], [`${path}/wallet/entries`], ['/admin/clients']])
      void queryClient.invalidateQueries({ queryKey });
  };
  return useMutation({
    mutationFn: ({ key, amount, note }: CreditFields) =>
      request<WireCreditMove | WireApproval>(`${path}/credits`, {
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        body: { amount: amountOf(amount), note: note.trim() },
      }),
    onMutate: (values) => {
      const before = UNANSWERED_MOVES.get(clientId);
      UNANSWERED_MOVES.set(clientId, values);
      return before;
    },
    onSuccess: (answer) => {
      UNANSWERED_MOVES.delete(clientId);
      if (isProposal(answer)) {
        void queryClient.invalidateQueries({ queryKey: ['/admin/approvals'] });
        return tellProposed();
      }
      showWallet();
      const message = `The balance is now ${formatCredits(answer.balance_after)}.`;
      notifications.show({ title: answer.amount > 0 ? 'Credits added' : 'Credits taken', message });
    },
    onError: (error, _values, before) => {
      if (isUnanswered(error)) return;
      // Refused, which says nothing of an earlier one under the same key unless that is the reason.
      if (before === undefined || isKeyUsed(error)) UNANSWERED_MOVES.delete(clientId);
      else UNANSWERED_MOVES.set(clientId, before);
      if (isKeyUsed(error)) showWallet();
    },
  });
}

function isUnanswered(error: unknown): boolean {
  const { httpStatus } = toFailure(error);
  return httpStatus === 0 || httpStatus >= 500;
}

/** Whether what was sent before under this key has been done or proposed. */
export function isKeyUsed(error: unknown): boolean {
  return error instanceof ApiFailure && error.faults.some(({ field }) => field === 'idempotency_key');
}

import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WireWallet } from '../../../../shared/wire/wallet.js';
import { faultsByField, toFailure } from '../../lib/api/failure.js';
import { formatNumber } from '../../lib/format.js';
import { longestInput } from '../../lib/longest-input.js';
import { randomKey } from '../../lib/random-key.js';
import { useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Notice } from '../../lib/ui/notice.js';
import { useFocusBack } from '../../lib/ui/use-focus-back.js';
import { useStayWhile } from '../../lib/ui/use-stay-while.js';
import { amountOf } from '../../lib/whole-number.js';
import { type CreditFields, isKeyUsed, UNANSWERED_MOVES, useCreditMove } from './use-credit-move.js';

interface MoveCreditsDialogProps {
  clientId: string;
  wallet: WireWallet | undefined;
  onClose: () => void;
}

/** Adds credits, or takes some if the amount is negative; once, however often the button is pressed. */
export function MoveCreditsDialog({ clientId, wallet, onClose }: MoveCreditsDialogProps) {
  useFocusBack();
  const [unanswered] = useState(UNANSWERED_MOVES.get(clientId));
  const fields = useUnsentForm<CreditFields>(`credits of ${clientId}`, {
    // With its key: if an answer is lost and then the session, what is sent afterwards is not a second movement.
    initialValues: unanswered ?? { amount: '', note: '', key: randomKey() },
    validate: {
      amount: (value) =>
        amountOf(value) === 0
          ? 'Enter a whole number without commas or points, with a minus sign to take credits.'
          : null,
      note: (value) => (value.trim() === '' ? 'Say why: the client reads it in its statement.' : null),
    },
  });
  const amount = amountOf(fields.useWatchValue('amount'));
  const move = useCreditMove(clientId, amountOf);
  const send = fields.onSubmit((values) =>
    move.mutate(values, {
      onSuccess: onClose,
      onError: (error) => {
        fields.setErrors(faultsByField(error));
        if (isKeyUsed(error)) fields.setFieldValue('key', randomKey());
      },
    }),
  );
  const refused = move.isError && toFailure(move.error).faults.length === 0;
  const stay = useStayWhile(move.isPending, onClose);
  return (
    <Modal opened {...stay} title="Add or take credits">
      <form className={form.stack} noValidate onSubmit={send}>
        {refused && <FailureNotice error={move.error} />}
        {isKeyUsed(move.error) && (
          <Notice tone="warn" alert>
            What you sent before has been recorded: the statement or the approvals show it. Send this only if
            it is to be moved as well.
          </Notice>
        )}
        {unanswered !== undefined && move.isIdle && (
          <Notice tone="warn">
            This was sent, and no answer came: it may have been done. Send it again as it is; it is done only
            once.
          </Notice>
        )}
        <TextInput
          label="Credits"
          description="For example 1000 to add, or -50 to take back."
          inputMode="text"
          data-autofocus
          key={fields.key('amount')}
          {...fields.getInputProps('amount')}
        />
        <TextInput
          label="Note"
          description="The client reads it. It must not hold personal data."
          maxLength={longestInput(500)}
          key={fields.key('note')}
          {...fields.getInputProps('note')}
        />
        {wallet !== undefined && amount !== 0 && (
          <Notice tone={wallet.available + amount < 0 ? 'warn' : 'plain'}>
            {`Available: ${formatNumber(wallet.available)} now, ${formatNumber(wallet.available + amount)} after.`}
          </Notice>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={move.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={move.isPending}>
            {amount < 0 ? 'Take credits' : 'Add credits'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

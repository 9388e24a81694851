import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TEST_CREDITS } from '../../../../shared/domain/mode.js';
import type { WireWallet } from '../../../../shared/wire/wallet.js';
import { toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { formatCredits } from '../../lib/format.js';
import { useAccount } from '../../lib/session/session.js';
import { useMay } from '../../lib/session/use-may.js';

/** Fills the test wallet; only the operator of the service can fill the live one. */
export function TestCreditsButton() {
  const { mode } = useAccount();
  const may = useMay();
  const queryClient = useQueryClient();
  const fill = useMutation({
    mutationFn: () => request<WireWallet>('/wallet/test-credits', { method: 'POST' }),
    onSuccess: () => queryClient.invalidateQueries(),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Nothing was added', message: toFailure(error).message }),
  });
  if (mode !== 'test' || !may('use_test_mode')) return null;
  return (
    <Button leftSection={<IconPlus size={16} />} loading={fill.isPending} onClick={() => fill.mutate()}>
      Add {formatCredits(TEST_CREDITS)} for tests
    </Button>
  );
}

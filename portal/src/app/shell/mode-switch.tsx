import { Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useAccount } from '../../lib/session/session.js';
import { useMay } from '../../lib/session/use-may.js';
import { switchMode } from '../../lib/session/use-mode.js';

/** The way into test mode; the band over the page leads back. */
export function ModeSwitch() {
  const { mode } = useAccount();
  const may = useMay();
  const enter = useMutation({ mutationFn: () => switchMode('test') });
  if (mode === 'test' || !may('switch_mode')) return null;
  return (
    <Button
      variant="subtle"
      color="gray"
      fullWidth
      justify="flex-start"
      leftSection={<IconFlask size={18} stroke={1.7} />}
      loading={enter.isPending}
      onClick={() => enter.mutate()}
    >
      Switch to test mode
    </Button>
  );
}

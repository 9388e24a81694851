import { ActionIcon, Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyButtonProps {
  value: string;
  /** Names the value for screen readers. */
  what: string;
  /** Only an icon, for the end of a line. */
  small?: boolean;
}

/** Copies a value, and confirms it for a moment. */
export function CopyButton({ value, what, small = false }: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const label = clipboard.copied ? `Copied ${what}` : `Copy ${what}`;
  const icon = clipboard.copied ? <IconCheck size={15} /> : <IconCopy size={15} />;
  const copy = () => clipboard.copy(value);
  return small ? (
    <ActionIcon variant="subtle" size={24} aria-label={label} title={label} onClick={copy}>
      {icon}
    </ActionIcon>
  ) : (
    <Button variant="subtle" size="compact-sm" aria-label={label} leftSection={icon} onClick={copy}>
      {clipboard.copied ? 'Copied' : 'Copy'}
    </Button>
  );
}

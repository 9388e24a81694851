import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Copied } from './copied.js';
import { useCopy } from './use-copy.js';

interface CopyButtonProps {
  value: string;
  /** Names the value for screen readers. */
  what: string;
  /** Only an icon, for the end of a line. */
  small?: boolean;
}

/** Copies a value, and confirms it for a moment. */
export function CopyButton({ value, what, small = false }: CopyButtonProps) {
  const { copied, copy } = useCopy(value);
  const label = `Copy ${what}`;
  const icon = copied ? <IconCheck size={15} /> : <IconCopy size={15} />;
  return (
    <>
      {small ? (
        <ActionIcon variant="subtle" size={24} aria-label={label} title={label} onClick={copy}>
          {icon}
        </ActionIcon>
      ) : (
        <Button variant="subtle" size="compact-sm" aria-label={label} leftSection={icon} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
      <Copied copied={copied} />
    </>
  );
}

import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';

const CONFIRMED_FOR_MS = 2_000;

/**
 * Copies a text, and confirms it for a moment. Browsers refuse on a page without https, or where the user has said so:
 * whoever believes to have copied a secret would not see it again.
 */
export function useCopy(value: string): { copied: boolean; copy: () => void } {
  const { copied, error, copy } = useClipboard({ timeout: CONFIRMED_FOR_MS });
  useEffect(() => {
    if (error === null) return;
    const message = 'Your browser does not allow it here. Select the text and copy it yourself.';
    notifications.show({ color: 'red', title: 'Not copied', message });
  }, [error]);
  return { copied, copy: () => copy(value) };
}

import { VisuallyHidden } from '@mantine/core';

/**
 * Has screen readers say that something was copied. It stands beside its button: while a dialog is open, they do not
 * read what changes outside it.
 */
export function Copied({ copied }: { copied: boolean }) {
  return <VisuallyHidden role="status">{copied && 'Copied'}</VisuallyHidden>;
}

import { useState } from 'react';
import { useHeadingInstead } from './use-heading-instead.js';

/**
 * What a dialog shows, or null once it is to close. It is kept until the dialog has faded out, which would otherwise be
 * seen empty, and then forgotten.
 */
export function useUntilClosed<Shown>(wanted: Shown | null): { shown: Shown | null; onClosed: () => void } {
  const [shown, setShown] = useState(wanted);
  if (wanted !== null && wanted !== shown) setShown(wanted);
  return { shown: wanted ?? shown, onClosed: () => setShown(null) };
}

/**
 * Like `useUntilClosed`, for what a request of another dialog led to: the button that opened that one is too far back
 * to return to.
 */
export function useUntilStored<Shown>(wanted: Shown | null): ReturnType<typeof useUntilClosed<Shown>> {
  const dialog = useUntilClosed(wanted);
  useHeadingInstead(dialog.shown !== null);
  return dialog;
}

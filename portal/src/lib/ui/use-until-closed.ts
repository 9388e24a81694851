import { useState } from 'react';

/**
 * What a dialog shows, or null once it is to close. It is kept until the dialog has faded out, which would otherwise be
 * seen empty, and then forgotten.
 */
export function useUntilClosed<Shown>(wanted: Shown | null): { shown: Shown | null; onClosed: () => void } {
  const [shown, setShown] = useState(wanted);
  if (wanted !== null && wanted !== shown) setShown(wanted);
  return { shown: wanted ?? shown, onClosed: () => setShown(null) };
}

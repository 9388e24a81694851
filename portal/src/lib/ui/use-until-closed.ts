import { useEffect, useRef, useState } from 'react';
import { takeLostFocus } from './take-lost-focus.js';

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
 * The same for what a request of another dialog led to: the button that opened that one is too far back to return to,
 * and the keyboard would begin again before the page, so its heading takes the focus.
 */
export function useUntilStored<Shown>(wanted: Shown | null): ReturnType<typeof useUntilClosed<Shown>> {
  const dialog = useUntilClosed(wanted);
  const stood = useRef(false);
  const stands = dialog.shown !== null;
  useEffect(() => {
    if (stood.current && !stands) takeLostFocus(document.querySelector<HTMLElement>('h1'));
    stood.current = stands;
  }, [stands]);
  return dialog;
}

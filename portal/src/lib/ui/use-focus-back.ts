import { useEffect, useLayoutEffect, useState } from 'react';
import { focusLatest } from './busy-buttons.js';

/**
 * Gives the focus back, when a dialog goes away, to what had it before. Mantine does so only for dialogs that are still
 * there while they are closed; without it, the keyboard begins again at the top of the page.
 */
export function useFocusBack(opened = true): void {
  // Mantine remembers what has the focus as the dialog opens: the button it came from has lost it, if it had to wait.
  useLayoutEffect(() => {
    if (opened) focusLatest();
  }, [opened]);
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const lost = document.activeElement === document.body;
      if (lost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}

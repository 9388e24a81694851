import { useEffect, useState } from 'react';

/**
 * Gives the focus back, when a dialog goes away, to what had it before. Mantine does so only for dialogs that are still
 * there while they are closed; without it, the keyboard begins again at the top of the page.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const lost = document.activeElement === document.body;
      if (lost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}

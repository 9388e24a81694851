import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Keeps the page where it is while something would be lost with it: Back, Forward and links do nothing, and before a
 * reload or the closing of the tab the browser asks.
 */
export function useStayHere(active: boolean): void {
  // None around the pages that come before the workspace, which no history leads away from.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null;
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    const release = router?.history.block({ blockerFn: () => true, enableBeforeUnload: false });
    return () => {
      window.removeEventListener('beforeunload', ask);
      release?.();
    };
  }, [active, router]);
}

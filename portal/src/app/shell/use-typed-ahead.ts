import { useCallback, useEffect, useRef } from 'react';

/** What has not opened by then does not open: keys go where they always go. */
const WITHIN_MS = 3_000;

interface TypedAhead {
  /** From now on what is typed is kept. */
  begin: () => void;
  /** Ends it, and gives what was kept. */
  take: () => string;
}

/**
 * Keeps what is typed between the keys that open something and the moment when it can be typed into: people do not
 * wait for a dialog, and what had the focus before must not get it instead.
 */
export function useTypedAhead(): TypedAhead {
  const kept = useRef<string | null>(null);
  const begunAt = useRef(0);
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (performance.now() - begunAt.current > WITHIN_MS) kept.current = null;
      if (kept.current === null || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      if (event.key === 'Escape') kept.current = null;
      else if (event.key === 'Backspace') kept.current = kept.current.slice(0, -1);
      else if (event.key.length === 1) kept.current += event.key;
      else if (event.key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', keep, true);
    return () => window.removeEventListener('keydown', keep, true);
  }, []);
  const begin = useCallback(() => {
    kept.current = '';
    begunAt.current = performance.now();
  }, []);
  const take = useCallback(() => {
    const text = kept.current ?? '';
    kept.current = null;
    return text;
  }, []);
  return { begin, take };
}

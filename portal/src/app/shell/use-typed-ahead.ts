import { useCallback, useEffect, useRef } from 'react';

/** If nothing has opened by then, nothing will: keys go to the page again. */
const WITHIN_MS = 3_000;

interface TypedAhead {
  /** Starts keeping what is typed. */
  begin: () => void;
  /** Stops, and returns what was kept. */
  take: () => string;
}

/**
 * Keeps what is typed between the shortcut that opens a dialog and the moment it accepts input: people do not wait for
 * it, and whatever had the focus before must not get the keys instead.
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

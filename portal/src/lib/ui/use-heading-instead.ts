import { useEffect, useRef } from 'react';
import { takeLostFocus } from './take-lost-focus.js';

/**
 * Gives the focus to the heading of the page once something is gone that had it, and from which there is nowhere to
 * return to: the keyboard would begin again before the page.
 */
export function useHeadingInstead(stands: boolean): void {
  const stood = useRef(false);
  useEffect(() => {
    if (stood.current && !stands) takeLostFocus(document.querySelector('h1'));
    stood.current = stands;
  }, [stands]);
}

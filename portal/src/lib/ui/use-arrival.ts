import { type RefObject, useEffect, useRef } from 'react';
import { announce } from './announce.js';

/** The page with which the document began: the browser reads that out itself. */
let first = true;

/**
 * Names the browser tab after a page, and tells screen readers that it has come: its heading takes the focus, which a
 * link of the page before took along, or is read out where the focus stays, as on a link of the menu.
 */
export function useArrival(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const stands = useRef(false);
  useEffect(() => {
    document.title = `${title} · Verification service`;
    const comes = !stands.current;
    stands.current = true;
    if (first) first = false;
    else if (comes && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
    else announce(title);
  }, [title]);
  return heading;
}

import { useEffect, useRef } from 'react';

// A touch ends before the mouse events that stand for it begin.
const PRESSES = ['pointerdown', 'mousedown'] as const;
const RELEASES = ['pointerup', 'pointercancel', 'mouseup'] as const;

/**
 * Returns a function that puts off, while something is pressed, what moves the page: a field that is left by a press
 * and then shows its fault would push what is being pressed away, and the click would miss it.
 */
export function useAfterPress(): (act: () => void) => void {
  const pressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const press = () => {
      pressed.current = true;
    };
    const release = () => {
      pressed.current = false;
      // The click comes after the release.
      setTimeout(() => {
        for (const act of waiting.current.splice(0)) act();
      });
    };
    for (const name of PRESSES) window.addEventListener(name, press, { capture: true });
    for (const name of RELEASES) window.addEventListener(name, release, { capture: true });
    return () => {
      for (const name of PRESSES) window.removeEventListener(name, press, { capture: true });
      for (const name of RELEASES) window.removeEventListener(name, release, { capture: true });
    };
  }, []);
  return (act) => {
    if (pressed.current) waiting.current.push(act);
    else act();
  };
}

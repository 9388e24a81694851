import { useEffect, useState } from 'react';
import { isReplaced, RELEASE_REPLACED } from '../../lib/parts/own-release.js';

/** A page is a kilobyte, and whoever works on is in no hurry: four times an hour, and only where somebody looks. */
const ASK_EVERY_MS = 15 * 60_000;
/** Whoever goes back and forth between windows does not ask each time. */
const AT_MOST_EVERY_MS = 5 * 60_000;

/** Whether this page is known to be of an earlier release than what is served now. */
export function useNewerRelease(): boolean {
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    if (newer) return;
    let askedAt = Date.now();
    const ask = async () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < AT_MOST_EVERY_MS) return;
      askedAt = Date.now();
      if (await isReplaced()) setNewer(true);
    };
    const look = () => void ask();
    const learn = () => setNewer(true);
    const timer = setInterval(look, ASK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    window.addEventListener(RELEASE_REPLACED, learn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener(RELEASE_REPLACED, learn);
    };
  }, [newer]);
  return newer;
}

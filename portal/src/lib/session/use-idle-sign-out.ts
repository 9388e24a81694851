import { useEffect, useRef, useState } from 'react';
import { tellTabs } from './tell-tabs.js';

/** Reports are confidential, so an unattended screen is signed out after a quarter of an hour. */
const IDLE_AFTER_MS = 15 * 60_000;
const WARN_BEFORE_MS = 60_000;
const ACTIVITY = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const CHANNEL = 'activity';
const TELL_OTHERS_EVERY_MS = 10_000;

/**
 * Calls `onIdle` after a quarter of an hour without activity in any tab of this browser. Returns the seconds left
 * during the last minute (otherwise null), and a function that reports the user as present.
 */
export function useIdleSignOut(onIdle: () => void): { secondsLeft: number | null; stay: () => void } {
  const lastActive = useRef(Date.now());
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const idle = useRef(onIdle);
  idle.current = onIdle;

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    let told = 0;
    const touch = () => {
      // In the last minute only the button counts: otherwise the question would vanish on an accidental movement.
      if (remaining(lastActive.current) <= WARN_BEFORE_MS) return;
      lastActive.current = Date.now();
      if (lastActive.current - told < TELL_OTHERS_EVERY_MS) return;
      told = lastActive.current;
      channel.postMessage('active');
    };
    channel.onmessage = () => {
      lastActive.current = Date.now();
      setSecondsLeft(null);
    };
    const timer = setInterval(() => {
      // A clock that is set back would leave an unattended screen open for as long.
      lastActive.current = Math.min(lastActive.current, Date.now());
      const left = remaining(lastActive.current);
      setSecondsLeft(left <= WARN_BEFORE_MS ? Math.max(0, Math.ceil(left / 1_000)) : null);
      if (left > 0) return;
      clearInterval(timer);
      idle.current();
    }, 1_000);
    for (const name of ACTIVITY) window.addEventListener(name, touch, { passive: true });
    return () => {
      clearInterval(timer);
      channel.close();
      for (const name of ACTIVITY) window.removeEventListener(name, touch);
    };
  }, []);

  const stay = () => {
    lastActive.current = Date.now();
    setSecondsLeft(null);
    tellTabs(CHANNEL, 'active');
  };
  return { secondsLeft, stay };
}

function remaining(lastActive: number): number {
  return lastActive + IDLE_AFTER_MS - Date.now();
}

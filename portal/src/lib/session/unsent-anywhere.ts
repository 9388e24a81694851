import { useEffect } from 'react';
import { hasUnsent } from './unsent.js';

const CHANNEL = 'unsent';
/** Time for the other tabs to answer; one that the browser has put to sleep does not. */
const ANSWERED_WITHIN_MS = 200;

/** Tells other tabs that ask whether something was typed in this one and not sent. */
export function useUnsentAnswer(): void {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }) => {
      if (data === 'asked' && hasUnsent()) channel.postMessage('unsent');
    };
    return () => channel.close();
  }, []);
}

/** Whether something would be lost if all tabs of this browser were loaded anew. */
export function isAnythingUnsent(): Promise<boolean> {
  if (hasUnsent()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const answer = (unsent: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(unsent);
    };
    const timer = setTimeout(() => answer(false), ANSWERED_WITHIN_MS);
    channel.onmessage = ({ data }) => {
      if (data === 'unsent') answer(true);
    };
    channel.postMessage('asked');
  });
}

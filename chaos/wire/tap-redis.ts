import type { Tap } from '../../harness/relay.js';
import type { Trigger } from './trigger.js';

const NOTHING = Buffer.alloc(0);
/** Longer than any text searched for, so that one split across two chunks is found. */
const OVERLAP = 200;

/** Watches one connection to Redis for the moment a trigger waits for. */
export function tapRedis(trigger: Trigger): Tap {
  const sentTail = new Tail();
  const toldTail = new Tail();
  let losing = false;
  let cut = false;
  return {
    sent: (bytes) => {
      // What the process still had in flight when it died comes after what was held back.
      if (cut) return NOTHING;
      const text = sentTail.extend(bytes);
      const watch = trigger.armed('redis');
      if (watch === undefined || watch.moment === 'told' || !includesAll(text, watch.texts)) return bytes;
      if (watch.moment === 'before') {
        cut = true;
        trigger.strike();
        return NOTHING;
      }
      losing = true;
      return bytes;
    },
    received: (bytes) => {
      const text = toldTail.extend(bytes);
      const watch = trigger.armed('redis');
      if (losing || (watch?.moment === 'told' && includesAll(text, watch.texts))) {
        trigger.strike();
        return NOTHING;
      }
      return bytes;
    },
  };
}

class Tail {
  #kept = '';

  /** The new bytes as text, preceded by the end of the earlier ones. */
  extend(bytes: Buffer): string {
    const text = this.#kept + bytes.toString('latin1');
    this.#kept = text.slice(-OVERLAP);
    return text;
  }
}

function includesAll(text: string, parts: readonly string[]): boolean {
  return parts.every((part) => text.includes(part));
}

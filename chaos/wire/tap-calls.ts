import { isWholeRequest } from '../../harness/raw-provider.js';
import type { MakeTap, Tap } from '../../harness/relay.js';
import type { Trigger } from './trigger.js';

const NOTHING = Buffer.alloc(0);
interface Range {
  min: number;
  max: number;
}

/** Bytes: our requests have about 450 bytes of header and 70 of body, answers 200 and more. */
const PART_OF_REQUEST: Range = { min: 1, max: 500 };
const PART_OF_ANSWER: Range = { min: 1, max: 200 };
/** How long the provider works before the process waiting for it dies, in milliseconds. */
const WAIT: Range = { min: 0, max: 250 };
/** Milliseconds to live after part of an answer, to read it, and after all of it, to start acting on it. */
const READ: Range = { min: 1, max: 20 };
const HEARD: Range = { min: 0, max: 3 };

/** The target of calls, with one connection per call. */
type Called = 'provider' | 'receiver';

/** Watches the calls to one target for the moment a trigger waits for. */
export function tapCalls(trigger: Trigger, called: Called): MakeTap {
  return (cut): Tap => {
    if (trigger.armed(called)?.moment === 'connecting') {
      trigger.strike();
      cut();
    }
    return new CallTap(trigger, called);
  };
}

class CallTap implements Tap {
  #request = '';
  /** Set once only a part was forwarded: nothing may follow it. */
  #cut = false;

  constructor(
    private readonly trigger: Trigger,
    private readonly called: Called,
  ) {}

  sent(bytes: Buffer): Buffer {
    if (this.#cut) return NOTHING;
    const { random } = this.trigger;
    this.#request += bytes.toString('latin1');
    const moment = this.trigger.armed(this.called)?.moment;
    if (moment === 'part of the request') {
      this.#cut = true;
      this.trigger.strike();
      return bytes.subarray(0, random.between(PART_OF_REQUEST.min, PART_OF_REQUEST.max));
    }
    if (isWholeRequest(this.#request)) {
      if (moment === 'whole request') this.trigger.strike();
      if (moment === 'waiting') this.#strikeLater(WAIT);
    }
    return bytes;
  }

  received(bytes: Buffer): Buffer {
    if (this.#cut) return NOTHING;
    const moment = this.trigger.armed(this.called)?.moment;
    if (moment === 'whole answer') this.#strikeLater(HEARD);
    if (moment !== 'part of the answer') return bytes;
    this.#cut = true;
    this.#strikeLater(READ);
    return bytes.subarray(0, this.trigger.random.between(PART_OF_ANSWER.min, PART_OF_ANSWER.max));
  }

  #strikeLater({ min, max }: Range): void {
    setTimeout(() => this.trigger.strike(), this.trigger.random.between(min, max));
  }
}

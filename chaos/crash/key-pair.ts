import { randomBytes } from 'node:crypto';

/** Two keys that everything is sealed under in turn. */
export class KeyPair {
  #turns = 0;
  readonly #keys: readonly [string, string];

  /** Takes the first of them, as ENCRYPTION_KEYS has it. */
  constructor(first: string) {
    this.#keys = [first, `other:${randomBytes(32).toString('base64')}`];
  }

  /** The value of ENCRYPTION_KEYS now: both of them, the one that seals first. */
  get current(): string {
    const [first, second] = this.#keys;
    return (this.#turns % 2 === 0 ? [first, second] : [second, first]).join(',');
  }

  /** Has the other one seal, and returns the value of ENCRYPTION_KEYS. */
  turn(): string {
    this.#turns += 1;
    return this.current;
  }
}

import { randomBytes } from 'node:crypto';

/** Two keys under which everything is sealed in turn. */
export class KeyPair {
  #turns = 0;
  readonly #keys: readonly [string, string];

  /** Takes the first key, in the format of ENCRYPTION_KEYS. */
  constructor(first: string) {
    this.#keys = [first, `other:${randomBytes(32).toString('base64')}`];
  }

  /** The present value of ENCRYPTION_KEYS: both keys, the sealing one first. */
  get current(): string {
    const [first, second] = this.#keys;
    return (this.#turns % 2 === 0 ? [first, second] : [second, first]).join(',');
  }

  /** Makes the other key the sealing one, and returns the value of ENCRYPTION_KEYS. */
  turn(): string {
    this.#turns += 1;
    return this.current;
  }
}

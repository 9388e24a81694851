import type { KeyObject } from 'node:crypto';

/** The form of a key's id. */
export const KEY_ID = /^[A-Za-z0-9._-]{1,32}$/;

/** Keys of one purpose by id: the first is used for anything new, and all of them open old data. */
export class Keyring {
  readonly current: { readonly id: string; readonly key: KeyObject };
  /** In the order of the configuration, current key first. */
  readonly all: readonly { readonly id: string; readonly key: KeyObject }[];
  readonly #byId: ReadonlyMap<string, KeyObject>;

  /** Takes at least one key; lengths and ids were checked with the configuration. */
  constructor(keys: readonly { id: string; key: KeyObject }[]) {
    const [first] = keys;
    if (first === undefined) throw new Error('A key ring needs at least one key');
    this.current = first;
    this.all = keys;
    this.#byId = new Map(keys.map(({ id, key }) => [id, key]));
  }

  find(id: string): KeyObject | undefined {
    return this.#byId.get(id);
  }
}

/**
 * Collects the conditions of a WHERE clause with their values. The texts come only from our code and are added in a
 * fixed order, so that each combination of filters is one prepared statement.
 */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #texts: string[] = [];

  /** Adds a condition; each `?` in its text stands for one value, in order. */
  add(text: string, ...values: readonly unknown[]): this {
    const rest = [...values];
    this.#texts.push(text.replace(/\?/g, () => this.bind(rest.shift())));
    return this;
  }

  /** Adds a condition on one value, unless it is undefined. */
  addIfGiven(text: string, value: unknown): this {
    return value === undefined ? this : this.add(text, value);
  }

  /** Binds a value used elsewhere in the statement; returns its placeholder, for example `$3`. */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** All conditions, joined by AND. There must be at least one, so that no filter can turn into "everything". */
  toString(): string {
    if (this.#texts.length === 0) throw new Error('Bug: a list without any condition');
    return this.#texts.join(' AND ');
  }
}

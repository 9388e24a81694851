import { sha256 } from '../crypto/sha256.js';

/**
 * Draws the invented facts of one subject. The draws come from a hash of the subject, so the same subject has the same
 * facts in every run, as long as the draws are made in the same order.
 */
export class Invention {
  readonly #bytes: Buffer;
  #next = 0;

  constructor(subject: string) {
    this.#bytes = sha256(subject);
  }

  /** A whole number from `min` to `max`, both included; the range is at most 65 536 wide. */
  number(min: number, max: number): number {
    const drawn = this.#bytes.readUInt16BE(this.#next);
    this.#next = (this.#next + 2) % this.#bytes.length;
    return min + (drawn % (max - min + 1));
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.number(0, items.length - 1)] ?? items[0];
  }

  /** Decimal digits, with leading zeros. */
  digits(count: number): string {
    return Array.from({ length: count }, () => this.number(0, 9)).join('');
  }

  /** An ISO 8601 date in the given years. */
  date(firstYear: number, lastYear: number): string {
    // Up to 28, a day that every month has.
    const [month, day] = [this.number(1, 12), this.number(1, 28)].map((part) =>
      String(part).padStart(2, '0'),
    );
    return `${this.number(firstYear, lastYear)}-${month}-${day}`;
  }

  /** One to `max` items, each drawn by `draw`. */
  several<Item>(max: number, draw: () => Item): Item[] {
    return Array.from({ length: this.number(1, max) }, draw);
  }
}

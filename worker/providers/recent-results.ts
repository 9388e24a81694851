/** "The last minutes" of contract 4.5. */
const WINDOW_MS = 5 * 60_000;
/** Results are counted per half minute, so that a busy route takes no more memory than a quiet one. */
const BUCKET_MS = 30_000;

interface Bucket {
  startedAt: number;
  calls: number;
  failures: number;
}

/** Counts the calls of a route that ended in the last five minutes, and how many of them failed. */
export class RecentResults {
  #buckets: Bucket[] = [];

  /** `now` is a clock in milliseconds. */
  constructor(private readonly now: () => number) {}

  add(failed: boolean): void {
    const startedAt = Math.floor(this.now() / BUCKET_MS) * BUCKET_MS;
    let bucket = this.#buckets.at(-1);
    if (bucket?.startedAt !== startedAt) {
      this.#forget();
      bucket = { startedAt, calls: 0, failures: 0 };
      this.#buckets.push(bucket);
    }
    bucket.calls += 1;
    if (failed) bucket.failures += 1;
  }

  counts(): { calls: number; failures: number } {
    this.#forget();
    return this.#buckets.reduce(
      (sum, { calls, failures }) => ({ calls: sum.calls + calls, failures: sum.failures + failures }),
      { calls: 0, failures: 0 },
    );
  }

  /** For a route known to have recovered. */
  clear(): void {
    this.#buckets = [];
  }

  #forget(): void {
    const oldest = this.now() - WINDOW_MS;
    this.#buckets = this.#buckets.filter(({ startedAt }) => startedAt + BUCKET_MS > oldest);
  }
}

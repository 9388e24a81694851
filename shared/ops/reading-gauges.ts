import { Gauge, type Registry } from 'prom-client';

/** A gauge and its samples from a reading: pairs of labels and value. A null value shows no sample. */
export interface ReadingGauge<Reading> {
  name: string;
  help: string;
  labelNames?: readonly string[];
  samples(reading: Reading): readonly (readonly [labels: Record<string, string>, value: number | null])[];
}

/** How long a reading is shared: by all gauges of a scrape, and by concurrent scrapes. */
const KEPT_MS = 1_000;

/**
 * Registers gauges filled from one reading, which is taken when they are scraped. If it fails they have no samples, so
 * that an old figure is never taken for a current one, and `up` is 0 instead of 1. An expensive reading may be kept for
 * longer.
 */
export function registerReading<Reading>(
  registry: Registry,
  options: {
    up?: { name: string; help: string };
    read(): Promise<Reading>;
    gauges: readonly ReadingGauge<Reading>[];
    keptMs?: number;
  },
): void {
  const read = keepFor(options.keptMs ?? KEPT_MS, () => options.read().catch(() => undefined));
  if (options.up !== undefined) registerUp(registry, options.up, read);
  for (const gauge of options.gauges) registerGauge(registry, gauge, read);
}

function registerUp(
  registry: Registry,
  up: { name: string; help: string },
  read: () => Promise<unknown>,
): void {
  new Gauge({
    ...up,
    registers: [registry],
    async collect() {
      this.set((await read()) === undefined ? 0 : 1);
    },
  });
}

function registerGauge<Reading>(
  registry: Registry,
  { name, help, labelNames = [], samples }: ReadingGauge<Reading>,
  read: () => Promise<Reading | undefined>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const reading = await read();
      this.reset();
      // Resetting a gauge without labels sets it to 0.
      if (labelNames.length === 0) this.remove();
      if (reading === undefined) return;
      for (const [labels, value] of samples(reading)) if (value !== null) this.set(labels, value);
    },
  });
}

/** A failure is not kept: the next scrape tries again. */
function keepFor<T>(milliseconds: number, make: () => Promise<T | undefined>): () => Promise<T | undefined> {
  let kept: { promise: Promise<T | undefined>; until: number } | undefined;
  return () => {
    const now = performance.now();
    if (kept !== undefined && kept.until >= now) return kept.promise;
    const promise = make();
    const made = { promise, until: now + KEPT_MS };
    kept = made;
    void promise.then((value) => {
      if (value !== undefined) made.until = now + milliseconds;
    });
    return promise;
  };
}

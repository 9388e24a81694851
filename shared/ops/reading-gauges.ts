import { Gauge, type Registry } from 'prom-client';

/** A gauge and how it is filled from a reading: pairs of labels and value. A null value shows no sample. */
export interface ReadingGauge<Reading> {
  name: string;
  help: string;
  labelNames?: readonly string[];
  samples(reading: Reading): readonly (readonly [labels: Record<string, string>, value: number | null])[];
}

/** For so long one reading serves: the gauges of a scrape, and scrapes that come together. */
const KEPT_MS = 1_000;

/**
 * Registers gauges that one reading fills, which is made when somebody asks for the figures. While it cannot be made
 * they have no samples, so that an old figure is never taken for a present one; `up` is 0 then and else 1. A reading
 * that costs much may serve for longer.
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
      // A gauge without labels is set to 0 by a reset.
      if (labelNames.length === 0) this.remove();
      if (reading === undefined) return;
      for (const [labels, value] of samples(reading)) if (value !== null) this.set(labels, value);
    },
  });
}

/** What came of a failure is kept as short as any: the next scrape asks again. */
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

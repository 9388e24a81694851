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
 * they have no samples, so that an old figure is never taken for a present one; `up` is 0 then and else 1.
 */
export function registerReading<Reading>(
  registry: Registry,
  options: {
    up: { name: string; help: string };
    read(): Promise<Reading>;
    gauges: readonly ReadingGauge<Reading>[];
  },
): void {
  const read = keepFor(KEPT_MS, () => options.read().catch(() => undefined));
  new Gauge({
    ...options.up,
    registers: [registry],
    async collect() {
      this.set((await read()) === undefined ? 0 : 1);
    },
  });
  for (const gauge of options.gauges) registerGauge(registry, gauge, read);
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

function keepFor<T>(milliseconds: number, make: () => Promise<T>): () => Promise<T> {
  let kept: { promise: Promise<T>; until: number } | undefined;
  return () => {
    const now = performance.now();
    if (kept === undefined || kept.until < now) kept = { promise: make(), until: now + milliseconds };
    return kept.promise;
  };
}

import type { NodeProcess } from '../../../harness/node-process.js';

/** One sample of a metric, without the process label. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** The contents of a process's metrics port: the types by metric, and all samples. */
export interface Exposition {
  types: ReadonlyMap<string, string>;
  samples: readonly Sample[];
}

/** Makes a process serve its metrics on a free port. */
export const WITH_METRICS = { METRICS_PORT: '0' };

/** Reads the metrics of a process started with `WITH_METRICS`. */
export async function scrape(process: NodeProcess): Promise<Exposition> {
  const { port } = await process.waitForLog('metrics listening');
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (answer.status !== 200) throw new Error(`The metrics were answered with ${answer.status}`);
  return parseExposition(await answer.text());
}

/** Parses the text format of Prometheus. */
export function parseExposition(text: string): Exposition {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(
    ([, name = '', type = '']) => [name, type] as const,
  );
  const samples = [...text.matchAll(/^([a-z][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', labels = '', value]) => ({ name, labels: parseLabels(labels), value: Number(value) }),
  );
  return { types: new Map(types), samples };
}

function parseLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const { process: _process, ...labels } = Object.fromEntries(pairs) as Record<string, string>;
  return labels;
}

/** The sum of the samples that have at least these labels; undefined if there are none. */
export function totalOf(
  { samples }: Exposition,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const wanted = Object.entries(labels);
  const found = samples.filter(
    (sample) => sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value),
  );
  return found.length === 0 ? undefined : found.reduce((total, { value }) => total + value, 0);
}

import { areMeasured, median } from '../../harness/median.js';
import { type Figures, formatValue } from './figures.js';

/** Figures shown together, as one group of bars on one scale. */
const GROUPS: readonly { title: string; names: readonly string[] }[] = [
  {
    title: 'Accepted POST/s, one hot wallet, 64 connections',
    names: [
      'accept.hot.product',
      'accept.hot.plain',
      'accept.bare',
      'pgbench.hot.single',
      'pgbench.hot.batch',
    ],
  },
  {
    title: 'Worker, checks/s, provider 20 ms',
    names: ['worker.20.product', 'worker.20.plain', 'worker.20.bare'],
  },
  {
    title: 'GET/s, 64 connections',
    names: ['read.settled', 'read.pending', 'read.304', 'read.hello'],
  },
  {
    title: 'POST to result, per second, provider 20 ms, 256 connections',
    names: ['path.256.product.rate', 'path.256.plain.rate'],
  },
];

const WIDTH = 860;
const LABELS = 330;
const ROW = 24;

/** Draws horizontal bars, linear from 0 within each group, with the spread as a line. */
export function plot(figures: Figures): string {
  const parts: string[] = [];
  let y = 12;
  for (const { title, names } of GROUPS) {
    const found = names
      .flatMap((name) => figures.find(name) ?? [])
      .filter(({ values }) => areMeasured(values));
    if (found.length === 0) continue;
    const largest = Math.max(...found.flatMap(({ values }) => values));
    const scale = (WIDTH - LABELS - 90) / largest;
    parts.push(`<text x="10" y="${y + 14}" font-weight="bold">${escapeText(title)}</text>`);
    y += ROW;
    for (const { name, label, values } of found) {
      parts.push(
        bar(
          label,
          values,
          y,
          scale,
          name.includes('product') || (name.startsWith('read.') && name !== 'read.hello'),
        ),
      );
      y += ROW;
    }
    y += 14;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${y}" fill="white"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function bar(label: string, values: readonly number[], y: number, scale: number, ours: boolean): string {
  const length = median(values) * scale;
  const [low, high] = [Math.min(...values) * scale, Math.max(...values) * scale];
  return [
    `<text x="10" y="${y + 14}">${escapeText(label)}</text>`,
    `<rect x="${LABELS}" y="${y + 3}" width="${length.toFixed(1)}" height="${ROW - 8}" fill="${ours ? '#1971c2' : '#adb5bd'}"/>`,
    `<line x1="${(LABELS + low).toFixed(1)}" x2="${(LABELS + high).toFixed(1)}" y1="${y + ROW / 2 - 1}" y2="${y + ROW / 2 - 1}" stroke="black"/>`,
    `<text x="${(LABELS + Math.max(high, length) + 6).toFixed(1)}" y="${y + 14}">${formatValue(median(values))}</text>`,
  ].join('');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

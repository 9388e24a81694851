import { useQuery } from '@tanstack/react-query';
import type { WireWalletEntries, WireWalletEntry } from '../../../../shared/wire/wallet.js';
import { request } from '../../lib/api/request.js';
import { formatNumber } from '../../lib/format.js';
import { Moment } from '../../lib/ui/moment.js';
import { availableSteps, type Step } from './available-steps.js';
import classes from './wallet.module.css';

const WIDTH = 1_000;
const HEIGHT = 150;
/** Room above and below the line. */
const PADDING = 12;
const ENTRIES = 100;

/** How the available credits went over the newest entries, as a stepped line. */
export function BalanceChart() {
  const { data, isError } = useQuery({
    queryKey: ['/wallet/entries', 'chart'],
    queryFn: ({ signal }) =>
      request<WireWalletEntries>('/wallet/entries', { query: { limit: ENTRIES }, signal }),
  });
  if (isError) return <p className={classes.none}>The chart could not be loaded.</p>;
  if (data === undefined) return <div className={classes.place} />;
  if (data.data.length < 2) return <p className={classes.none}>The chart begins with the second entry.</p>;
  return <Chart entries={data.data} />;
}

function Chart({ entries }: { entries: readonly WireWalletEntry[] }) {
  const steps = availableSteps(entries);
  const values = steps.map(({ available }) => available);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const path = linePath(steps, lowest, highest);
  const [first, last] = [entries.at(-1), entries[0]];
  const summary = `Available credits over the last ${entries.length} entries: between ${formatNumber(lowest)} and ${formatNumber(highest)}.`;
  return (
    <div className={classes.plot}>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {[PADDING, HEIGHT - PADDING].map((y) => (
          <line key={y} className={classes.grid} x1={0} x2={WIDTH} y1={y} y2={y} />
        ))}
        <path className={classes.area} d={`${path} V${HEIGHT} H0 Z`} />
        <path className={classes.line} d={path} />
      </svg>
      <div className={classes.scale} aria-hidden="true">
        <span>{formatNumber(highest)}</span>
        <span>{formatNumber(lowest)}</span>
      </div>
      <div className={classes.axis}>
        <span>{first !== undefined && <Moment iso={first.created_at} />}</span>
        <span>{last !== undefined && <Moment iso={last.created_at} />}</span>
      </div>
    </div>
  );
}

function linePath(steps: readonly Step[], lowest: number, highest: number): string {
  const span = Math.max(1, highest - lowest);
  const y = (available: number) =>
    round(HEIGHT - PADDING - ((available - lowest) / span) * (HEIGHT - 2 * PADDING));
  const [first, ...later] = steps;
  const begin = `M0 ${y(first?.available ?? lowest)}`;
  const moves = later.map(({ position, available }) => `H${round(position * WIDTH)} V${y(available)}`);
  return [begin, ...moves].join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { WireWalletEntries, WireWalletEntry } from '../../../../shared/wire/wallet.js';
import { request } from '../../lib/api/request.js';
import { formatDay, formatMoment, formatNumber, formatTime } from '../../lib/format.js';
import { availableSteps, type Step } from './available-steps.js';
import type { Period } from './period.js';
import classes from './wallet.module.css';

const WIDTH = 1_000;
const HEIGHT = 150;
/** Room above and below the line. */
const PADDING = 12;
const PAGE = 100;
const MAX_PAGES = 5;

/**
 * The available credits in a period, or since the beginning, as a stepped line above zero: a small decrease looks
 * small.
 */
export function BalanceChart({ period }: { period: Period }) {
  const { data, isError } = useQuery({
    queryKey: ['/wallet/entries', 'chart', period],
    queryFn: ({ signal }) => loadEntries(period, signal),
    placeholderData: keepPreviousData,
  });
  if (isError && data === undefined) return <p className={classes.none}>The chart could not be loaded.</p>;
  if (data === undefined) return <div className={classes.place} />;
  if (data.entries.length < 2) {
    return (
      <p className={classes.none}>
        {period.created_from === undefined
          ? 'The chart begins with the second entry.'
          : 'Too few entries in this period.'}
      </p>
    );
  }
  return <Chart {...data} />;
}

interface ChartEntries {
  /** Newest first. */
  entries: readonly WireWalletEntry[];
  /** Whether there are older ones, which would take too long to load. */
  more: boolean;
}

async function loadEntries(period: Period, signal: AbortSignal): Promise<ChartEntries> {
  const entries: WireWalletEntry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { limit: PAGE, ...period, cursor };
    const { data, next_cursor } = await request<WireWalletEntries>('/wallet/entries', { query, signal });
    entries.push(...data);
    if (next_cursor === null) return { entries, more: false };
    cursor = next_cursor;
  }
  return { entries, more: true };
}

function Chart({ entries, more }: ChartEntries) {
  const steps = availableSteps(entries);
  const values = steps.map(({ available }) => available);
  const [lowest, highest] = [Math.min(...values), Math.max(1, ...values)];
  const path = linePath(steps, highest);
  const [oldest, newest] = [entries.at(-1), entries[0]];
  const summary = `Available credits over ${entries.length} entries: between ${formatNumber(lowest)} and ${formatNumber(highest)}.`;
  return (
    <>
      <div className={classes.plot}>
        <svg
          className={classes.chart}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={summary}
        >
          {[PADDING, HEIGHT / 2, HEIGHT - PADDING].map((y) => (
            <line key={y} className={classes.grid} x1={0} x2={WIDTH} y1={y} y2={y} />
          ))}
          <path className={classes.area} d={`${path} V${HEIGHT - PADDING} H0 Z`} />
          <path className={classes.line} d={path} />
        </svg>
        <div className={classes.scale} aria-hidden="true">
          <span>{formatNumber(highest)}</span>
          <span>0</span>
        </div>
        {oldest !== undefined && newest !== undefined && (
          <Axis from={oldest.created_at} to={newest.created_at} />
        )}
      </div>
      {more && <p className={classes.caption}>The newest {formatNumber(entries.length)} entries.</p>}
    </>
  );
}

function Axis({ from, to }: { from: string; to: string }) {
  const sameDay = formatDay(from) === formatDay(to);
  return (
    <div className={classes.axis}>
      <time dateTime={from} title={formatMoment(from)}>
        {sameDay ? `${formatDay(from)}, ${formatTime(from)}` : formatDay(from)}
      </time>
      <time dateTime={to} title={formatMoment(to)}>
        {sameDay ? formatTime(to) : formatDay(to)}
      </time>
    </div>
  );
}

function linePath(steps: readonly Step[], highest: number): string {
  const y = (available: number) => round(HEIGHT - PADDING - (available / highest) * (HEIGHT - 2 * PADDING));
  const [first, ...later] = steps;
  const begin = `M0 ${y(first?.available ?? 0)}`;
  const moves = later.map(({ position, available }) => `H${round(position * WIDTH)} V${y(available)}`);
  return [begin, ...moves].join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

import { formatNumber, formatShare, formatUtcDay } from '../../lib/format.js';
import { Tile, Tiles } from '../../lib/ui/tiles.js';
import { perDayWords, reviewRate } from '../home/rates.js';
import type { ShownClient } from './shown-client.js';

const PERIOD = 30;

/** What a client did lately. */
export function ClientActivity({ client: { figures } }: { client: ShownClient }) {
  if (figures === undefined) return null;
  const rate = reviewRate(figures);
  const { last_day: lastDay } = figures;
  return (
    <Tiles>
      <Tile
        label={`Checks in ${PERIOD} days`}
        value={formatNumber(figures.submitted)}
        note={`${formatNumber(figures.completed)} completed`}
      />
      <Tile
        label={`Spent in ${PERIOD} days`}
        value={formatNumber(figures.credits)}
        note={perDayWords(figures.credits / PERIOD)}
      />
      <Tile
        label="Decided by support"
        value={rate === undefined ? '–' : formatShare(rate)}
        note="Of the completed checks"
      />
      <Tile
        label="Last request"
        value={lastDay === null ? '–' : formatUtcDay(lastDay)}
        note={lastDay === null ? `None in ${PERIOD} days` : 'Day in UTC'}
      />
    </Tiles>
  );
}

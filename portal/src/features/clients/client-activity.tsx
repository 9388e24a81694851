import { formatNumber, formatShare, formatUtcDay } from '../../lib/format.js';
import { Tile, Tiles } from '../../lib/ui/tiles.js';
import { reviewRate } from '../home/rates.js';
import { useHome } from '../home/use-home.js';

const PERIOD = 30;

/** What a client did lately. Nothing of one that is not among those listed, the most active ones. */
export function ClientActivity({ clientId }: { clientId: string }) {
  const home = useHome(PERIOD);
  const figures = home.data?.clients?.find(({ client_id }) => client_id === clientId);
  if (home.data !== undefined && figures === undefined) return null;
  const rate = figures && reviewRate(figures);
  const show = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  const lastDay = figures?.last_day ?? undefined;
  return (
    <Tiles>
      <Tile
        label={`Checks in ${PERIOD} days`}
        value={show(figures?.submitted)}
        note={`${show(figures?.completed)} completed`}
      />
      <Tile
        label={`Spent in ${PERIOD} days`}
        value={show(figures?.credits)}
        note={`About ${show(figures && Math.round(figures.credits / PERIOD))} credits a day`}
      />
      <Tile
        label="Went through review"
        value={rate === undefined ? '–' : formatShare(rate)}
        note="Of the completed checks"
      />
      <Tile
        label="Last request"
        value={lastDay === undefined ? '–' : formatUtcDay(lastDay)}
        note={lastDay === undefined ? `None in ${PERIOD} days` : 'Day in UTC'}
      />
    </Tiles>
  );
}

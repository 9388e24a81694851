import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isMostlyUsed, type Limited } from '../../../../shared/domain/spending.js';
import type { WireLimitOf, WireLimits } from '../../../../shared/wire/limits.js';
import { request } from '../../lib/api/request.js';
import { useRetryFailed } from '../../lib/api/use-retry-failed.js';
import { formatNumber } from '../../lib/format.js';
import { nameOf, namesOfSeveral } from '../../lib/namesakes.js';
import { ErrorState } from '../../lib/ui/error-state.js';
import { Moment } from '../../lib/ui/moment.js';
import { Panel } from '../../lib/ui/panel.js';
import classes from './limits.module.css';

const PERIODS = { day: 'today', month: 'this month' } as const;

/** The path of the limits in the API. */
export const LIMITS = '/limits';

interface LimitsPanelProps {
  title?: string;
  /** Shows only the limits of this kind. */
  of?: Limited;
}

/** How much of each spending limit is used; nothing if there are none. Says so if they could not be loaded. */
export function LimitsPanel({ title = 'Spending limits', of }: LimitsPanelProps) {
  const limits = useQuery({
    queryKey: [LIMITS],
    queryFn: ({ signal }) => request<WireLimits>(LIMITS, { signal }),
  });
  const retry = useRetryFailed();
  if (limits.isError && limits.data === undefined) {
    return (
      <Panel title={title}>
        <ErrorState error={limits.error} onRetry={retry} />
      </Panel>
    );
  }
  const shown = limits.data?.data.filter((limit) => of === undefined || limit.of === of) ?? [];
  const namesakes = namesOfSeveral(shown.map(({ id, person }) => [id, person]));
  if (shown.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className={classes.list}>
        {shown.map((limit) => (
          <li key={`${limit.id} ${limit.period}`}>
            <Limit limit={limit} whose={whoseOf(limit, namesakes)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Who is limited: a person by name, with the address where that name is not enough. */
function whoseOf({ of, name, person, period }: WireLimitOf, namesakes: ReadonlySet<string>): string {
  return `${of === 'api_key' ? `Key “${name}”` : nameOf({ name: person, email: name }, namesakes)}, ${PERIODS[period]}`;
}

function Limit({ limit: { credits, used, resets_at }, whose }: { limit: WireLimitOf; whose: string }) {
  const share = used >= credits ? 'reached' : isMostlyUsed({ used, credits }) ? 'near' : 'free';
  return (
    <>
      <div className={classes.words}>
        <span>{whose}</span>
        <strong>{`${formatNumber(used)} of ${formatNumber(credits)} credits`}</strong>
      </div>
      <VisuallyHidden>
        <meter aria-label={whose} min={0} max={Math.max(credits, 1)} value={used} />
      </VisuallyHidden>
      <div className={classes.bar} data-share={share} aria-hidden>
        <div
          className={classes.used}
          // A limit of 0 is always used up.
          style={{ width: `${credits === 0 ? 100 : Math.min(100, (used * 100) / credits)}%` }}
        />
      </div>
      <p className={classes.resets}>
        {share === 'reached' && 'Reached: further requests are refused. '}
        Resets <Moment iso={resets_at} />
      </p>
    </>
  );
}

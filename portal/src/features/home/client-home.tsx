import type { WireHome } from '../../../../shared/wire/home.js';
import { formatNumber, formatOpen, formatUtcDay } from '../../lib/format.js';
import { Notice } from '../../lib/ui/notice.js';
import { Tile, Tiles } from '../../lib/ui/tiles.js';
import { Charts } from './charts.js';
import classes from './home.module.css';
import { LatestResults } from './latest-results.js';
import { ServiceTable } from './service-table.js';
import { turnaroundWords } from './turnaround-words.js';

/** A client's start page. */
export function ClientHome({ home, days }: { home: WireHome; days: number }) {
  const { wallet, waiting, totals, finished } = home;
  return (
    <>
      {wallet !== null && <BalanceNotice wallet={wallet} />}
      <Tiles>
        <Tile
          label="In review"
          value={formatOpen(waiting.manual_review)}
          note={
            waiting.manual_review === 0
              ? 'Nothing is waiting for support'
              : 'Support decides; do not submit again'
          }
          link={{ to: '/checks', search: { status: 'manual_review' } }}
        />
        <Tile
          label="In progress"
          value={formatOpen(waiting.pending)}
          note={waiting.pending === 0 ? 'Nothing is open' : 'The sources are being asked'}
          link={{ to: '/checks', search: { status: 'pending' } }}
        />
        {wallet !== null && (
          <Tile
            label="Available credits"
            value={formatNumber(wallet.available)}
            note={paceWords(wallet)}
            link={{ to: '/wallet' }}
          />
        )}
        <Tile
          label={`Spent in ${days} days`}
          value={formatNumber(totals.credits)}
          note={`${formatNumber(totals.submitted)} ${totals.submitted === 1 ? 'check' : 'checks'} submitted`}
        />
        <Tile label="Usual time to a result" value={turnaroundWords(totals)} note={within(totals)} />
      </Tiles>
      <div className={classes.columns}>
        <LatestResults finished={finished ?? []} />
        <Charts days={home.days} />
      </div>
      <ServiceTable services={home.services} />
    </>
  );
}

type Wallet = NonNullable<WireHome['wallet']>;

function within({ turnaround }: WireHome['totals']): string {
  return turnaround === null
    ? 'No results in this period'
    : `19 of 20 within ${turnaroundWords({ turnaround }, 'p95_ms')}`;
}

function paceWords({ credits_per_day, runs_out_on }: Wallet): string {
  if (runs_out_on !== null) return `Enough until ${formatUtcDay(runs_out_on)} at this pace`;
  return credits_per_day === 0 ? 'Nothing spent in this period' : 'Enough for more than a year at this pace';
}

function BalanceNotice({ wallet: { available, low_balance_threshold } }: { wallet: Wallet }) {
  if (low_balance_threshold === null || available >= low_balance_threshold) return null;
  return (
    <div className={classes.notice}>
      <Notice tone="warn" title="Your credits are low">
        {`${formatNumber(available)} are available. Ask your account manager for a top-up before they run out.`}
      </Notice>
    </div>
  );
}

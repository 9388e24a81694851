import type { UseQueryResult } from '@tanstack/react-query';
import type { WireWallet } from '../../../../shared/wire/wallet.js';
import { useRetryFailed } from '../../lib/api/use-retry-failed.js';
import { formatNumber } from '../../lib/format.js';
import { isLow } from '../../lib/is-low.js';
import { ErrorState } from '../../lib/ui/error-state.js';
import { Notice } from '../../lib/ui/notice.js';
import classes from './wallet.module.css';

interface WalletFiguresProps {
  wallet: UseQueryResult<WireWallet>;
  /** What the viewer does about a balance that runs low. */
  remedy: string;
}

/** The three figures of a wallet, with a warning when it runs low. */
export function WalletFigures({ wallet, remedy }: WalletFiguresProps) {
  const retry = useRetryFailed();
  if (wallet.isError && wallet.data === undefined) {
    return <ErrorState error={wallet.error} onRetry={retry} />;
  }
  const { data } = wallet;
  const show = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));
  const low = data !== undefined && isLow(data);
  return (
    <div className={classes.top}>
      <dl className={classes.figures}>
        <div>
          <dt>Available</dt>
          <dd className={classes.main}>{show(data?.available)}</dd>
        </div>
        <div>
          <dt>Reserved for open checks</dt>
          <dd>{show(data?.reserved)}</dd>
        </div>
        <div>
          <dt>Balance</dt>
          <dd>{show(data?.balance)}</dd>
        </div>
      </dl>
      {low && data.low_balance_threshold !== null && (
        <Notice tone="warn" title="The balance is low">
          {`Fewer than ${formatNumber(data.low_balance_threshold)} credits are available. ${remedy}`}
        </Notice>
      )}
    </div>
  );
}

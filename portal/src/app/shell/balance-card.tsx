import { Link } from '@tanstack/react-router';
import { useWallet } from '../../lib/api/use-wallet.js';
import { formatNumber } from '../../lib/format.js';
import { isLow } from '../../lib/is-low.js';
import classes from './balance-card.module.css';

/** What is left to spend, always in sight. */
export function BalanceCard() {
  const { data } = useWallet();
  const low = data !== undefined && isLow(data);
  return (
    <Link to="/wallet" className={classes.card ?? ''}>
      <span className={classes.label}>Available credits</span>
      <span className={`${classes.amount} ${low ? classes.low : ''}`}>
        {data === undefined ? '–' : formatNumber(data.available)}
      </span>
      <span className={`${classes.label} ${classes.line}`}>
        {low && 'Low: ask for a top-up'}
        {!low && data !== undefined && `${data.reserved > 0 ? formatNumber(data.reserved) : 'None'} reserved`}
      </span>
    </Link>
  );
}

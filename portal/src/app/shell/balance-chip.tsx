import { Link } from '@tanstack/react-router';
import { useWallet } from '../../lib/api/use-wallet.js';
import { formatCredits, formatNumber } from '../../lib/format.js';
import classes from './balance-card.module.css';

/** What is left to spend, where there is little room. */
export function BalanceChip() {
  const { data } = useWallet();
  if (data === undefined) return null;
  const words = formatCredits(data.available);
  const amount = formatNumber(data.available);
  return (
    <Link to="/wallet" className={classes.chip ?? ''} aria-label={`${words} available`}>
      {amount}
      <span className={classes.unit}>{words.slice(amount.length)}</span>
    </Link>
  );
}

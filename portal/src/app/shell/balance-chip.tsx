import { Link } from '@tanstack/react-router';
import { useWallet } from '../../lib/api/use-wallet.js';
import { formatCredits } from '../../lib/format.js';
import classes from './balance-card.module.css';

/** What is left to spend, where there is little room. */
export function BalanceChip() {
  const { data } = useWallet();
  if (data === undefined) return null;
  return (
    <Link
      to="/wallet"
      className={classes.chip ?? ''}
      aria-label={`${formatCredits(data.available)} available`}
    >
      {formatCredits(data.available)}
    </Link>
  );
}

import { useWallet } from '../../lib/api/use-wallet.js';
import { formatNumber } from '../../lib/format.js';
import { Notice } from '../../lib/ui/notice.js';
import classes from './new-check.module.css';

interface CostSummaryProps {
  credits: number;
  /** The API has just explained why it took nothing, so this does not repeat it. */
  refused: boolean;
}

/** The balance before and after: what the approval of the charge refers to. */
export function CostSummary({ credits, refused }: CostSummaryProps) {
  const { data } = useWallet();
  const available = data?.available;
  const after = available === undefined ? undefined : available - credits;
  return (
    <div>
      <dl className={classes.cost}>
        <div>
          <dt>Available now</dt>
          <dd>{available === undefined ? '–' : formatNumber(available)}</dd>
        </div>
        <div>
          <dt>This check</dt>
          <dd>−{formatNumber(credits)}</dd>
        </div>
        <div>
          <dt>Available after</dt>
          <dd className={classes.after}>{after === undefined || after < 0 ? '–' : formatNumber(after)}</dd>
        </div>
      </dl>
      {after !== undefined && after < 0 && !refused && (
        <Notice tone="warn" title="Not enough credits">
          {`This check needs ${formatNumber(-after)} more than you have available. Ask your account manager for a top-up.`}
        </Notice>
      )}
    </div>
  );
}

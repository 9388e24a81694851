import { endOfProposal } from '../../../../shared/domain/approvals.js';
import type { WireApproval } from '../../../../shared/wire/approval.js';
import { Badge } from '../../lib/ui/badge.js';
import { Moment } from '../../lib/ui/moment.js';
import text from '../../lib/ui/text.module.css';
import classes from './approvals.module.css';
import { failureWords, stateOf } from './words.js';

/** What has become of a proposal, and by whom. */
export function ApprovalState({ approval }: { approval: WireApproval }) {
  const { state, failure, decided_by_email, decided_by_name, decided_at, proposed_at } = approval;
  const { tone, word } = stateOf(approval);
  return (
    <span className={classes.state}>
      <Badge tone={tone}>{word}</Badge>
      {/* Counted here, because an API of the previous release does not say. */}
      {(state === 'open' || state === 'expired') && (
        <span className={text.muted}>
          {state === 'open' ? 'until ' : ''}
          <Moment iso={endOfProposal(new Date(proposed_at)).toISOString()} />
        </span>
      )}
      {failure !== null && <span>{failureWords(failure)}</span>}
      {decided_by_email && (
        <span className={text.muted} title={decided_by_email}>
          by <bdi>{decided_by_name ?? decided_by_email}</bdi>
          {decided_at !== null && (
            <>
              , <Moment iso={decided_at} />
            </>
          )}
        </span>
      )}
    </span>
  );
}

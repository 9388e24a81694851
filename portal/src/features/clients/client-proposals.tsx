import { Link } from '@tanstack/react-router';
import type { WireApproval } from '../../../../shared/wire/approval.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { Moment } from '../../lib/ui/moment.js';
import { Notice } from '../../lib/ui/notice.js';
import text from '../../lib/ui/text.module.css';
import { proposalWords } from '../approvals/words.js';
import classes from './clients.module.css';

/** Enough to notice what is there already. */
const MAX_PROPOSALS = 5;

/** What is proposed for a client and waits for approval, so that nobody proposes it a second time. */
export function ClientProposals({ clientId }: { clientId: string }) {
  const filters = { state: 'open', client_id: clientId, limit: String(MAX_PROPOSALS) };
  const { items = [], hasNextPage } = usePagedList<WireApproval>('/admin/approvals', filters);
  if (items.length === 0) return null;
  return (
    <div className={classes.waiting}>
      <Notice tone="busy" title="Waiting for approval">
        <ul className={classes.proposals}>
          {items.map((approval) => (
            <li key={approval.approval_id}>
              {proposalWords(approval)}, proposed by{' '}
              <bdi title={approval.proposed_by_email}>
                {approval.proposed_by_name ?? approval.proposed_by_email}
              </bdi>{' '}
              (<Moment iso={approval.proposed_at} />)
            </li>
          ))}
        </ul>
        <p data-print="no">
          <Link to="/approvals" className={text.plainLink ?? ''}>
            {hasNextPage ? 'See all approvals' : 'Go to approvals'}
          </Link>
        </p>
      </Notice>
    </div>
  );
}

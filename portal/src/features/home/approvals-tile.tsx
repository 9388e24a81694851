import type { WireApproval } from '../../../../shared/wire/approval.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { formatNumber } from '../../lib/format.js';
import { useAccount } from '../../lib/session/session.js';
import { useMay } from '../../lib/session/use-may.js';
import { Tile } from '../../lib/ui/tiles.js';

const REFRESH_MS = 30_000;

/** What colleagues proposed and nobody has decided: for whom may decide it, without what they proposed themselves. */
export function ApprovalsTile() {
  const { user_id } = useAccount();
  const deciding = useMay()('decide_approvals');
  const { items, hasNextPage } = usePagedList<WireApproval>(
    '/admin/approvals',
    { state: 'open' },
    { refetchMs: REFRESH_MS },
  );
  const own = items?.filter(({ proposed_by }) => proposed_by === user_id).length ?? 0;
  const waiting = (items?.length ?? 0) - (deciding ? own : 0);
  const more = hasNextPage ? '+' : '';
  return (
    <Tile
      label={deciding ? 'Waiting for you to approve' : 'Waiting for approval'}
      value={items === undefined ? '–' : `${formatNumber(waiting)}${more}`}
      note={deciding && own > 0 ? `${own} proposed by you` : 'Actions that need two people'}
      link={{ to: '/approvals' }}
    />
  );
}

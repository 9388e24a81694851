import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { APPROVAL_STATES, PROPOSAL_DAYS } from '../../../../shared/domain/approvals.js';
import type { WireApproval } from '../../../../shared/wire/approval.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { useAccount } from '../../lib/session/session.js';
import { useMay } from '../../lib/session/use-may.js';
import { CsvButton } from '../../lib/ui/csv-button.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { approvalColumns } from './columns.js';
import { type Deciding, DecisionDialog } from './decision-dialog.js';
import { STATE_WORDS } from './words.js';

/** Acts that take two people: proposed by a member of staff, performed when another admin approves. */
export function ApprovalsPage() {
  const [state, setState] = useState('open');
  const [deciding, setDeciding] = useState<Deciding>();
  const { user_id } = useAccount();
  const may = useMay();
  const filters = { state };
  const list = usePagedList<WireApproval>('/admin/approvals', filters, { refetchMs: 15_000 });
  return (
    <Page
      title="Approvals"
      lead="Write-offs, large credit movements and erasures: one person proposes, another approves."
      actions={
        <>
          <NativeSelect
            aria-label="State"
            value={state}
            onChange={({ currentTarget }) => setState(currentTarget.value)}
            data={[
              { value: '', label: 'Every state' },
              ...APPROVAL_STATES.map((value) => ({ value, label: STATE_WORDS[value].word })),
            ]}
          />
          <CsvButton path="/admin/approvals" filters={filters} name="approvals" />
        </>
      }
    >
      <Panel flush>
        <PagedTable
          label="Approvals"
          list={list}
          columns={approvalColumns({
            ownId: user_id,
            ...(may('decide_approvals') && { onDecide: setDeciding }),
          })}
          keyOf={({ approval_id }) => approval_id}
          empty={
            state === '' || state === 'open' ? (
              <EmptyState title="Nothing is waiting">
                What a colleague proposes appears here until somebody decides, for {PROPOSAL_DAYS} days at
                most.
              </EmptyState>
            ) : (
              <EmptyState title="Nothing matches">No proposal is in this state.</EmptyState>
            )
          }
        />
      </Panel>
      {deciding !== undefined && (
        <DecisionDialog deciding={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </Page>
  );
}

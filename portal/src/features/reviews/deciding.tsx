import { Button } from '@mantine/core';
import type { WireReviewDetail, WireStaffMember } from '../../../../shared/wire/review.js';
import { formatTime } from '../../lib/format.js';
import { useAccount } from '../../lib/session/session.js';
import { useKept } from '../../lib/session/tab-memory.js';
import { Notice } from '../../lib/ui/notice.js';
import { Panel } from '../../lib/ui/panel.js';
import { Decision } from './decision.js';
import { DECISION_DRAFTS, dialogDraftOf, EMPTY_DECISION, quickDraftOf } from './decision-draft.js';
import { QuickDecision } from './quick-decision.js';
import classes from './reviews.module.css';
import { useNamesOnCase } from './staff-names.js';
import { Unrecorded } from './unrecorded.js';

interface DecidingProps {
  detail: WireReviewDetail;
  onReload: () => void;
  reloading: boolean;
}

/** Everything that decides the case, or why the viewer cannot: the API refuses while a colleague holds it. */
export function Deciding({ detail, onReload, reloading }: DecidingProps) {
  const { user_id } = useAccount();
  const { taken_by } = detail.review;
  const open = detail.status === 'manual_review';
  if (open && taken_by !== null && taken_by.user_id !== user_id) {
    return <HeldByColleague holder={taken_by} detail={detail} onReload={onReload} reloading={reloading} />;
  }
  return (
    <>
      {open ? (
        <QuickDecision key={detail.request_id} detail={detail} />
      ) : (
        <UnrecordedQuick key={detail.request_id} detail={detail} />
      )}
      <Decision detail={detail} />
    </>
  );
}

/** What the viewer had written into "Decide and go on" when the case was decided. */
function UnrecordedQuick({ detail }: { detail: WireReviewDetail }) {
  const [draft, setDraft] = useKept(DECISION_DRAFTS, quickDraftOf(detail.request_id), EMPTY_DECISION);
  return <Unrecorded detail={detail} draft={draft} onDiscard={() => setDraft(EMPTY_DECISION)} />;
}

function HeldByColleague({
  holder,
  detail,
  onReload,
  reloading,
}: DecidingProps & { holder: WireStaffMember }) {
  const staffName = useNamesOnCase(detail);
  const { request_id } = detail;
  const { taken_until } = detail.review;
  const drafts = [dialogDraftOf(request_id), quickDraftOf(request_id)].map((name) =>
    DECISION_DRAFTS.get(name),
  );
  const written = drafts.some((draft) => draft !== undefined && draft.note.trim() !== '');
  const time = taken_until === null ? '' : `, or after ${formatTime(taken_until)} unless they keep it longer`;
  return (
    <Panel title="Decision">
      <div className={classes.choices}>
        <Notice tone="busy" title={`${staffName(holder)} has this case`} alert={written}>
          {`You can decide it once they give it back${time}.${written ? ' What you wrote is kept until then.' : ''}`}
        </Notice>
        <Button variant="default" loading={reloading} onClick={onReload}>
          Check whether it is free
        </Button>
      </div>
    </Panel>
  );
}

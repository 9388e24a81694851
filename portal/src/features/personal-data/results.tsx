import { Link } from '@tanstack/react-router';
import type { WireApproval } from '../../../../shared/wire/approval.js';
import type { WireErasure, WireSubjectCount } from '../../../../shared/wire/personal-data.js';
import { formatNumber } from '../../lib/format.js';
import { useAccount } from '../../lib/session/session.js';
import { Facts } from '../../lib/ui/facts.js';
import { Notice } from '../../lib/ui/notice.js';
import { isProposal } from '../../lib/ui/tell-proposed.js';
import text from '../../lib/ui/text.module.css';
import classes from './personal-data.module.css';

const NOTHING = 'This client holds nothing on this subject. Check its spelling against the request.';

/** Shown for a subject the client never checked, or whose data is erased. */
export function NothingHeld() {
  return <Notice tone="plain">{NOTHING}</Notice>;
}

/** Whether there is nothing to erase. */
export function isNothing({ settled, open, batch_rows: rows }: WireSubjectCount): boolean {
  return settled + open + rows === 0;
}

/** What an erasure would find, before it is confirmed. */
export function CountResult({
  count: { settled, open, batch_rows: rows, searched_for },
}: {
  count: WireSubjectCount;
}) {
  return (
    <Facts
      items={[
        [
          'Subject',
          <span key="subject" className={text.mono}>
            {searched_for}
          </span>,
        ],
        ['Erased at once', countWords(settled)],
        ['Erased once completed', open === 0 ? undefined : countWords(open)],
        ['Rows of batches', rows === 0 ? undefined : formatNumber(rows)],
      ]}
    />
  );
}

/** The result of an export. */
export function ExportResult({ checks, rows }: { checks: number; rows: number }) {
  if (checks + rows === 0) return <NothingHeld />;
  const held = [...(checks > 0 ? [countWords(checks)] : []), ...(rows > 0 ? [rowWords(rows)] : [])];
  return (
    <Notice tone="good" title={`The file contains ${held.join(' and ')}`}>
      Anybody who has it can read it: pass it on safely, and delete it from this computer afterwards.
    </Notice>
  );
}

/** The result of an erasure: what is gone, and what will be erased as soon as it is settled. */
export function ErasureResult({ erasure }: { erasure: WireErasure | WireApproval }) {
  if (isProposal(erasure)) {
    return <Proposed erasure={erasure} />;
  }
  const { erased, waiting, batch_rows: rows } = erasure;
  if (erased.length + waiting.length + rows === 0) return <NothingHeld />;
  return (
    <>
      {erased.length > 0 && (
        <Notice tone="good" title={`${countWords(erased.length)} erased`}>
          <Ids ids={erased} />
        </Notice>
      )}
      {rows > 0 && <Notice tone="good" title={`${rowWords(rows)} erased`} />}
      {waiting.length > 0 && (
        <Notice tone="warn" title={`${countWords(waiting.length)} still open`}>
          <p>Marked: each is erased within a minute of being completed. The audit log then says so.</p>
          <Ids ids={waiting.map(({ request_id }) => request_id)} />
        </Notice>
      )}
    </>
  );
}

/** One proposal stands for a person, whoever asks again: then it is a colleague's, with the colleague's reason. */
function Proposed({
  erasure: { proposed_by, proposed_by_name, proposed_by_email },
}: {
  erasure: WireApproval;
}) {
  const { user_id } = useAccount();
  if (proposed_by === user_id) {
    return (
      <Notice tone="busy" title="Proposed">
        Another administrator has to approve it: nothing is erased until then.
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title="A colleague has proposed this already">
      <p>
        <bdi title={proposed_by_email}>{proposed_by_name ?? proposed_by_email}</bdi> did, and your reason was
        not recorded. You can approve it under{' '}
        <Link to="/approvals" className={text.plainLink ?? ''}>
          Approvals
        </Link>
        .
      </p>
    </Notice>
  );
}

function Ids({ ids }: { ids: readonly string[] }) {
  return (
    <ul className={classes.ids}>
      {ids.map((id) => (
        <li key={id} className={text.mono}>
          {id}
        </li>
      ))}
    </ul>
  );
}

function countWords(checks: number): string {
  return `${formatNumber(checks)} ${checks === 1 ? 'check' : 'checks'}`;
}

function rowWords(rows: number): string {
  return `${formatNumber(rows)} ${rows === 1 ? 'row of a batch' : 'rows of batches'}`;
}

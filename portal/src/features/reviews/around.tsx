import { Link } from '@tanstack/react-router';
import type { WireCallAround, WireReviewDetail, WireSubjectRequest } from '../../../../shared/wire/review.js';
import { agoWords, durationWords, formatTime, formatUtc, humanise } from '../../lib/format.js';
import { Badge } from '../../lib/ui/badge.js';
import { type Column, DataTable } from '../../lib/ui/data-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { StatusBadge } from '../../lib/ui/status-badge.js';
import text from '../../lib/ui/text.module.css';
import around from './around.module.css';
import { CALL_TONES } from './call-tones.js';
import classes from './reviews.module.css';

const CALLS: readonly Column<WireCallAround>[] = [
  {
    header: 'When',
    cell: ({ started_at }) => (
      <time dateTime={started_at} title={formatUtc(started_at)}>
        {formatTime(started_at)}
      </time>
    ),
  },
  { header: 'State', cell: ({ state }) => <Badge tone={CALL_TONES[state]}>{humanise(state)}</Badge> },
  { header: 'Why', cell: ({ reason }) => (reason === null ? '' : humanise(reason)) },
  { header: 'HTTP', end: true, cell: ({ http_status }) => http_status ?? '–' },
  {
    header: 'Took',
    end: true,
    cell: ({ duration_ms }) => (duration_ms === null ? '–' : durationWords(duration_ms)),
  },
];

/** Whether the call was alone with its trouble. */
export function CallsAround({ detail: { calls_around } }: { detail: WireReviewDetail }) {
  const failed = calls_around.filter(({ state }) => state !== 'answered' && state !== 'started').length;
  return (
    <Panel
      title="Other calls of that hour"
      flush={calls_around.length > 0}
      {...(calls_around.length > 0 && {
        aside: <span className={text.muted}>{`${failed} of ${calls_around.length} without an answer`}</span>,
      })}
    >
      {calls_around.length === 0 ? (
        <p className={classes.none}>No other call for this check was made in the hour around it.</p>
      ) : (
        <DataTable
          label="Other calls of that hour"
          columns={CALLS}
          rows={calls_around}
          keyOf={({ started_at, service_code }) => `${started_at} ${service_code}`}
          compact
        />
      )}
    </Panel>
  );
}

/** What else the client asked about the same subject. */
export function SubjectHistory({ detail: { subject_history } }: { detail: WireReviewDetail }) {
  return (
    <Panel title="The client’s history of this subject" flush={subject_history.length > 0}>
      {subject_history.length === 0 ? (
        <p className={classes.none}>The client asked nothing else about it.</p>
      ) : (
        <ul className={around.history}>
          {subject_history.map((entry) => (
            <li key={entry.request_id}>
              <SubjectRequest entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function SubjectRequest({ entry }: { entry: WireSubjectRequest }) {
  const { request_id, service_label, service_code, status, outcome, label, created_at } = entry;
  return (
    <>
      <span className={around.historyName}>
        {status === 'manual_review' ? (
          <Link to="/reviews/$requestId" params={{ requestId: request_id }} className={text.link ?? ''}>
            {service_label}
          </Link>
        ) : (
          service_label
        )}
        {label !== null && <span className={text.muted}>{label}</span>}
      </span>
      <StatusBadge status={status} outcome={outcome} service={service_code} />
      <time className={text.muted} dateTime={created_at} title={formatUtc(created_at)}>
        {agoWords(created_at)}
      </time>
    </>
  );
}

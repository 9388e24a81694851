import { Link } from '@tanstack/react-router';
import type { WireCallAround, WireReviewDetail, WireSubjectRequest } from '../../../../shared/wire/review.js';
import { agoWords, durationWords, formatTime, formatUtc, humanise } from '../../lib/format.js';
import { Badge } from '../../lib/ui/badge.js';
import { Panel } from '../../lib/ui/panel.js';
import { StatusBadge } from '../../lib/ui/status-badge.js';
import text from '../../lib/ui/text.module.css';
import around from './around.module.css';
import { CALL_TONES } from './call-tones.js';
import { countUnclear } from './count-unclear.js';
import classes from './reviews.module.css';
import { callReason } from './words.js';

/** Shows the provider's other calls around that time: whether this one failed alone. */
export function CallsAround({ detail: { calls_around } }: { detail: WireReviewDetail }) {
  return (
    <Panel
      title="Other calls of that hour"
      flush={calls_around.length > 0}
      {...(calls_around.length > 0 && {
        aside: (
          <span className={text.muted}>
            {`${countUnclear(calls_around)} of ${calls_around.length} without a clear answer`}
          </span>
        ),
      })}
    >
      {calls_around.length === 0 ? (
        <p className={classes.none}>No other call for this check was made in the hour around it.</p>
      ) : (
        <ul className={around.calls}>
          {calls_around.map((call) => (
            <li key={`${call.started_at} ${call.service_code}`}>
              <CallAround call={call} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function CallAround({ call }: { call: WireCallAround }) {
  const { started_at, state, reason, http_status, duration_ms } = call;
  const answer = [
    reason === null ? undefined : callReason(reason),
    http_status === null ? undefined : `HTTP ${http_status}`,
    duration_ms === null ? undefined : `after ${durationWords(duration_ms)}`,
  ];
  return (
    <>
      <span className={text.muted}>{answer.filter((part) => part !== undefined).join(' · ')}</span>
      <Badge tone={CALL_TONES[state]}>{humanise(state)}</Badge>
      <time className={text.muted} dateTime={started_at} title={formatUtc(started_at)}>
        {formatTime(started_at)}
      </time>
    </>
  );
}

/** The client's other requests about the same subject. */
export function SubjectHistory({ detail: { subject_history } }: { detail: WireReviewDetail }) {
  return (
    <Panel title="The client’s history of this subject" flush={subject_history.length > 0}>
      {subject_history.length === 0 ? (
        <p className={classes.none}>The client has submitted no other check on it.</p>
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

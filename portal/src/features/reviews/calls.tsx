import { findService } from '../../../../shared/services/index.js';
import type { WireProviderCall } from '../../../../shared/wire/review.js';
import { durationWords, humanise } from '../../lib/format.js';
import { Badge } from '../../lib/ui/badge.js';
import { Facts } from '../../lib/ui/facts.js';
import { Moment } from '../../lib/ui/moment.js';
import { Notice } from '../../lib/ui/notice.js';
import { Panel } from '../../lib/ui/panel.js';
import { Person } from '../../lib/ui/person.js';
import { CALL_TONES } from './call-tones.js';
import { Evidence } from './evidence.js';
import { ParsedAnswer } from './parsed-answer.js';
import { RevealAnswers } from './reveal-answers.js';
import classes from './reviews.module.css';
import { callReason, PHASES } from './words.js';

/** Every call to the provider, and what is known about it. */
export function Calls({ requestId, calls }: { requestId: string; calls: readonly WireProviderCall[] }) {
  const answered = calls.some(({ answer }) => answer !== null && answer !== undefined);
  return (
    <Panel title="Calls to the provider">
      {calls.length === 0 ? (
        <p className={classes.none}>Nothing was ever sent.</p>
      ) : (
        <ol className={classes.calls}>
          {calls.map((call) => (
            <li key={`${call.service_code} ${call.started_at}`}>
              <Call call={call} />
            </li>
          ))}
        </ol>
      )}
      {answered && <RevealAnswers requestId={requestId} />}
    </Panel>
  );
}

function Call({ call }: { call: WireProviderCall }) {
  return (
    <>
      <div className={classes.callHead}>
        <h3 className={classes.callTitle}>{findService(call.service_code)?.label ?? call.service_code}</h3>
        <Badge tone={CALL_TONES[call.state]}>{humanise(call.state)}</Badge>
      </div>
      <Facts
        items={[
          ['When', <Moment key="at" iso={call.started_at} />],
          ['Took', call.duration_ms === null ? undefined : durationWords(call.duration_ms)],
          ['Progress', PHASES[call.phase]],
          ['HTTP status', call.http_status ?? undefined],
          ['Why', call.reason === null ? undefined : callReason(call.reason)],
          [
            'Answered late',
            call.answered_late_at === null ? undefined : <Moment key="late" iso={call.answered_late_at} />,
          ],
          [
            'Written off',
            call.written_off_at === null ? undefined : <Moment key="off" iso={call.written_off_at} />,
          ],
          [
            'Written off by',
            call.written_off_by === null ? undefined : (
              <Person key="by" name={call.written_off_by.name} email={call.written_off_by.email} />
            ),
          ],
        ]}
      />
      {call.late_finding !== null && (
        <div className={classes.late}>
          <Notice tone="good" title={`The late answer says: ${humanise(call.late_finding.outcome)}`}>
            {call.late_finding.label}
          </Notice>
        </div>
      )}
      {call.answer !== null && call.answer !== undefined && (
        <>
          <h4 className={classes.answered}>What it says</h4>
          <ParsedAnswer answer={call.answer} />
          <Evidence answer={call.answer} />
        </>
      )}
    </>
  );
}

import { useLocation } from '@tanstack/react-router';
import type { Outcome } from '../../../../shared/domain/outcome.js';
import { SCREENINGS } from '../../../../shared/services/index.js';
import type { WireReport } from '../../../../shared/wire/report.js';
import { formatCredits } from '../../lib/format.js';
import { Notice } from '../../lib/ui/notice.js';
import { Panel } from '../../lib/ui/panel.js';
import { StatusBadge } from '../../lib/ui/status-badge.js';
import { ERASED_EXPLANATION, OUTCOME_EXPLANATIONS, SCREENING_EXPLANATIONS } from './outcome-explanations.js';
import { PlaySupport } from './play-support.js';
import { ProgressSteps } from './progress-steps.js';
import classes from './report.module.css';
import { SupportContact } from './support-contact.js';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The submission that led here was answered with provider_unavailable. */
    providerUnavailable?: boolean;
  }
}

/** The state of the request, what it means, and what can be done. Screen readers announce changes. */
export function StatusPanel({ report }: { report: WireReport }) {
  return (
    <Panel>
      <div className={classes.status} aria-live="polite" data-status={report.status}>
        <div>
          <StatusBadge
            status={report.status}
            outcome={report.result?.outcome ?? null}
            service={report.service_code}
          />
        </div>
        {report.status !== 'completed' && <ProgressSteps status={report.status} />}
        {report.status === 'pending' && <Pending report={report} />}
        {report.status === 'manual_review' && <InReview report={report} />}
        {report.status === 'completed' && <Completed report={report} />}
      </div>
    </Panel>
  );
}

function Pending({ report }: { report: WireReport }) {
  return (
    <>
      <p className={classes.label}>The source is being asked</p>
      <p className={classes.explanation}>
        The check is accepted and {formatCredits(report.credits_reserved)} are reserved. This page updates by
        itself as soon as there is an answer; you can also leave and find it in the history. There is nothing
        to do, and submitting it again would be a second check.
      </p>
    </>
  );
}

function InReview({ report }: { report: WireReport }) {
  const { providerUnavailable } = useLocation({ select: ({ state }) => state });
  return (
    <>
      <p className={classes.label}>
        {providerUnavailable === true
          ? 'The provider gave no usable answer, so support is looking into it'
          : 'Support is looking into this check'}
      </p>
      <p className={classes.explanation}>{report.message}</p>
      <PlaySupport report={report} />
      <Notice tone="warn" title="What this means for you">
        <ul className={classes.points}>
          <li>It is neither a positive nor a negative result. Do not base a decision on it yet.</li>
          <li>
            {formatCredits(report.credits_reserved)} stay reserved. Nothing has been charged, and nothing will
            be unless support completes the check.
          </li>
          <li>
            Next, support asks the source or examines its answer, then completes the check, repeats it or
            releases the credits. This page updates by itself; there is nothing for you to do.
          </li>
          <li>
            <strong>Do not submit it again:</strong> you may pay for it twice.
          </li>
          <li>
            If it cannot wait, or you have a question: <SupportContact report={report} />
          </li>
        </ul>
      </Notice>
    </>
  );
}

function Completed({ report }: { report: WireReport }) {
  const { result } = report;
  if (result === undefined) return null;
  return (
    <>
      <p className={classes.label}>{result.label}</p>
      <p className={classes.explanation}>
        {report.erased_at === undefined
          ? explanationOf(report.service_code, result.outcome)
          : ERASED_EXPLANATION}
      </p>
    </>
  );
}

function explanationOf(service: WireReport['service_code'], outcome: Outcome): string {
  const screened = SCREENINGS.includes(service) ? SCREENING_EXPLANATIONS[outcome] : undefined;
  return screened ?? OUTCOME_EXPLANATIONS[outcome];
}

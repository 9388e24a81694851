import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { WireReviewDetail } from '../../../../shared/wire/review.js';
import { durationWords, formatCredits } from '../../lib/format.js';
import { Facts } from '../../lib/ui/facts.js';
import { Moment } from '../../lib/ui/moment.js';
import { Notice } from '../../lib/ui/notice.js';
import { Page } from '../../lib/ui/page.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { StatusBadge } from '../../lib/ui/status-badge.js';
import text from '../../lib/ui/text.module.css';
import report from '../report/report.module.css';
import { CallsAround, SubjectHistory } from './around.js';
import { Calls } from './calls.js';
import { Deciding } from './deciding.js';
import { dueWords } from './due.js';
import { HoldButtons } from './hold-buttons.js';
import { Notes } from './notes.js';
import { RevealSubject } from './reveal-subject.js';
import classes from './reviews.module.css';
import { useHeldCase } from './use-held-case.js';
import { useReview } from './use-review.js';
import { REASONS } from './words.js';
import { WriteOffProposal } from './write-off-proposal.js';

/** One case: what happened, the evidence, and the decision. */
export function ReviewPage() {
  const { requestId } = useParams({ from: '/work_reviews/reviews/$requestId' });
  const review = useReview(requestId);
  useHeldCase(review.data);
  return (
    <Page
      title={review.data?.service_label ?? 'Review'}
      lead={review.data !== undefined && <Lead detail={review.data} />}
      actions={review.data?.status === 'manual_review' && <HoldButtons detail={review.data} />}
    >
      <QueryView query={review} rows={12}>
        {(detail) => (
          <div className={report.columns}>
            <div className={report.main}>
              <Why detail={detail} onReload={() => void review.refetch()} reloading={review.isFetching} />
              <WriteOffProposal detail={detail} />
              <Calls requestId={detail.request_id} calls={detail.provider_calls} />
              <Notes detail={detail} />
              <CallsAround detail={detail} />
              <SubjectHistory detail={detail} />
            </div>
            <div className={report.side}>
              <div className={classes.deciding} data-print="no">
                <Deciding
                  detail={detail}
                  onReload={() => void review.refetch()}
                  reloading={review.isFetching}
                />
              </div>
              <CaseFacts detail={detail} />
            </div>
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function Lead({ detail: { review, subject } }: { detail: WireReviewDetail }) {
  return (
    <>
      <bdi>{review.client.name}</bdi> · <span className={text.mono}>{subject}</span>
    </>
  );
}

interface WhyProps {
  detail: WireReviewDetail;
  onReload: () => void;
  reloading: boolean;
}

function Why({ detail, onReload, reloading }: WhyProps) {
  const { reason } = detail.review;
  return (
    <Panel>
      <div className={report.status} data-status={detail.status}>
        <div>
          <StatusBadge
            status={detail.status}
            outcome={detail.result?.outcome ?? null}
            service={detail.service_code}
          />
        </div>
        {detail.status === 'pending' && (
          <>
            <p className={report.label}>It was sent back to the provider</p>
            <p className={report.explanation}>
              The provider is being asked again. If the answer is unclear once more, the case comes back to
              the desk.
            </p>
            <div>
              <Button variant="default" loading={reloading} onClick={onReload}>
                Check for an answer
              </Button>
            </div>
          </>
        )}
        {detail.result !== undefined && <p className={report.label}>{detail.result.label}</p>}
        {reason !== null && (
          <>
            <p className={report.label}>{REASONS[reason].short}</p>
            <p className={report.explanation}>{REASONS[reason].long}</p>
          </>
        )}
        {detail.review.late_answer && (
          <Notice tone="good">
            An answer came after the call was given up. You can apply it: see Decision.
          </Notice>
        )}
      </div>
    </Panel>
  );
}

function CaseFacts({ detail }: { detail: WireReviewDetail }) {
  return (
    <Panel title="Case">
      <Facts
        items={[
          ['Client', detail.review.client.name],
          ['Subject', <RevealSubject key="subject" requestId={detail.request_id} masked={detail.subject} />],
          ['Reference', detail.review.reference ?? undefined],
          ['Purpose', detail.purpose],
          ['Submitted', <Moment key="at" iso={detail.created_at} />],
          [
            'Waiting',
            detail.status === 'manual_review' ? durationWords(detail.review.age_seconds * 1_000) : undefined,
          ],
          ['Due', detail.status === 'manual_review' ? dueWords(detail.review.age_seconds).words : undefined],
          ['Reserved', formatCredits(detail.credits_reserved)],
          ['Charged', formatCredits(detail.credits_charged)],
          [
            'Request ID',
            <span key="id" className={text.mono}>
              {detail.request_id}
            </span>,
          ],
        ]}
      />
    </Panel>
  );
}

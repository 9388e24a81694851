import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { findService } from '../../../../shared/services/index.js';
import type { WireRevealedSubject } from '../../../../shared/wire/review.js';
import { request } from '../../lib/api/request.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { Evidence } from './evidence.js';
import classes from './reviews.module.css';

/** The raw answers, which may be about someone else: shown only on request, which the audit log records. */
export function RevealAnswers({ requestId }: { requestId: string }) {
  const reveal = useMutation({
    mutationFn: () =>
      request<WireRevealedSubject>(`/support/reviews/${encodeURIComponent(requestId)}/reveal-subject`, {
        method: 'POST',
        body: { include_answers: true },
      }),
    // They must not outlive the page.
    gcTime: 0,
  });
  if (reveal.data !== undefined) {
    return (reveal.data.answers ?? []).map(({ service_code, started_at, answer }) => (
      <Evidence
        key={`${service_code} ${started_at}`}
        answer={answer}
        unmasked={findService(service_code)?.label ?? service_code}
      />
    ));
  }
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        classNames={{ root: classes.reveal, label: classes.revealLabel }}
        data-print="no"
        title="The audit log records that you looked; they may be about somebody else"
        loading={reveal.isPending}
        onClick={() => reveal.mutate()}
      >
        Show the answers unmasked (audited)
      </Button>
      <FailureNotice error={reveal.error} />
    </>
  );
}

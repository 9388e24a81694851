import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { WireRevealedSubject } from '../../../../shared/wire/review.js';
import { request } from '../../lib/api/request.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { takeLostFocus } from '../../lib/ui/take-lost-focus.js';
import text from '../../lib/ui/text.module.css';
import classes from './reviews.module.css';

/** The subject, masked until the reviewer asks for it, which the audit log records. */
export function RevealSubject({ requestId, masked }: { requestId: string; masked: string }) {
  const reveal = useMutation({
    mutationFn: () =>
      request<WireRevealedSubject>(`/support/reviews/${encodeURIComponent(requestId)}/reveal-subject`, {
        method: 'POST',
      }),
    // It must not outlive the page.
    gcTime: 0,
  });
  return (
    <span className={classes.subject}>
      {reveal.data === undefined ? (
        <>
          <span className={text.mono}>{masked}</span>
          <Button
            variant="subtle"
            size="compact-sm"
            classNames={{ root: classes.reveal, label: classes.revealLabel }}
            data-print="no"
            title="The audit log records that you looked"
            loading={reveal.isPending}
            onClick={() => reveal.mutate()}
          >
            Show it whole (audited)
          </Button>
        </>
      ) : (
        <span ref={takeLostFocus} tabIndex={-1} className={text.mono}>
          {reveal.data.subject}
        </span>
      )}
      <FailureNotice error={reveal.error} />
    </span>
  );
}

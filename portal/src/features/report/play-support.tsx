import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireReport } from '../../../../shared/wire/report.js';
import { request } from '../../lib/api/request.js';
import { useAccount } from '../../lib/session/session.js';
import { useMay } from '../../lib/session/use-may.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { Notice } from '../../lib/ui/notice.js';
import classes from './report.module.css';

const DECISIONS = [
  { word: 'Confirmed', body: { decision: 'complete', outcome: 'positive' } },
  { word: 'Not confirmed', body: { decision: 'complete', outcome: 'negative' } },
  { word: 'No record', body: { decision: 'complete', outcome: 'no_record' } },
  { word: 'Release the credits', body: { decision: 'release' } },
  { word: 'Ask again', body: { decision: 'requeue' } },
] as const;

/** In test mode there is no reviewer, so the tester decides a review as support would. */
export function PlaySupport({ report }: { report: WireReport }) {
  const { mode } = useAccount();
  const may = useMay();
  const queryClient = useQueryClient();
  const decision = useMutation({
    mutationFn: (body: (typeof DECISIONS)[number]['body']) =>
      request(`/test/reviews/${encodeURIComponent(report.request_id)}`, { method: 'POST', body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['/verifications', report.request_id] }),
  });
  if (mode !== 'test' || !may('use_test_mode')) return null;
  return (
    <Notice tone="busy" title="Decide it yourself">
      <p>Nobody works on reviews in test mode. Choose what support would find out:</p>
      <div className={classes.decisions}>
        {DECISIONS.map(({ word, body }) => (
          <Button
            key={word}
            variant="default"
            size="xs"
            disabled={decision.isPending}
            onClick={() => decision.mutate(body)}
          >
            {word}
          </Button>
        ))}
      </div>
      <FailureNotice error={decision.error} />
    </Notice>
  );
}

import { Button, NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { REVIEW_REASONS } from '../../../../shared/domain/states.js';
import { SERVICES } from '../../../../shared/services/index.js';
import type { WireReview } from '../../../../shared/wire/review.js';
import { toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import form from '../../lib/ui/form.module.css';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { REVIEW_COLUMNS } from './columns.js';
import { DeskFigures } from './desk-figures.js';
import { RequeueMany } from './requeue-many.js';
import { readReviewsSearch } from './reviews-search.js';
import { REASONS } from './words.js';

const REVIEWS = '/support/reviews';

/** Every case that waits for a person, the longest wait first. */
export function ReviewsPage() {
  const search = useSearch({ from: '/work_reviews/reviews' });
  const navigate = useNavigate();
  const list = usePagedList<WireReview>(REVIEWS, { ...search }, { refetchMs: 15_000 });
  const set = (name: 'reason' | 'taken' | 'service_code') => (event: { currentTarget: { value: string } }) =>
    void navigate({
      to: '/reviews',
      search: readReviewsSearch({ ...search, [name]: event.currentTarget.value }),
      replace: true,
    });
  return (
    <Page
      title="Reviews"
      lead="Checks whose outcome is uncertain. Nothing was charged yet; clients were told to wait."
      actions={
        <>
          <RequeueMany shown={list.items ?? []} />
          <TakeNext />
        </>
      }
    >
      <DeskFigures />
      <Panel flush>
        <div className={form.filters}>
          <NativeSelect
            label="Reason"
            value={search.reason ?? ''}
            onChange={set('reason')}
            data={[
              { value: '', label: 'Any reason' },
              ...REVIEW_REASONS.map((value) => ({ value, label: REASONS[value].short })),
            ]}
          />
          <NativeSelect
            label="Check"
            value={search.service_code ?? ''}
            onChange={set('service_code')}
            data={[
              { value: '', label: 'Any check' },
              ...SERVICES.map(({ code, label }) => ({ value: code, label })),
            ]}
          />
          <NativeSelect
            label="Worked on"
            value={search.taken ?? ''}
            onChange={set('taken')}
            data={[
              { value: '', label: 'By anybody or nobody' },
              { value: 'no', label: 'By nobody' },
              { value: 'mine', label: 'By me' },
              { value: 'yes', label: 'By somebody' },
            ]}
          />
        </div>
        <PagedTable
          label="Reviews"
          list={list}
          columns={REVIEW_COLUMNS}
          keyOf={({ request_id }) => request_id}
          empty={
            <EmptyState title="Nothing to review">
              No case matches. New ones appear here by themselves.
            </EmptyState>
          }
        />
      </Panel>
    </Page>
  );
}

/** Gives the reviewer the oldest free case, so that nobody picks and two never work on one. */
function TakeNext() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const taking = useMutation({
    mutationFn: () => request<WireReview | undefined>(`${REVIEWS}/take-next`, { method: 'POST' }),
    onSuccess: async (review) => {
      void queryClient.invalidateQueries({ queryKey: [REVIEWS] });
      if (review === undefined) {
        notifications.show({ title: 'No case is free', message: 'Every open case is being worked on.' });
        return;
      }
      await navigate({ to: '/reviews/$requestId', params: { requestId: review.request_id } });
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'No case was taken', message: toFailure(error).message }),
  });
  return (
    <Button loading={taking.isPending} onClick={() => taking.mutate()}>
      Take the next case
    </Button>
  );
}

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { isPublicId } from '../../../../shared/domain/public-id.js';
import type { WireReview } from '../../../../shared/wire/review.js';
import { mayBeDone, toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { TabMemory, useKept } from '../../lib/session/tab-memory.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { useEntry } from '../../lib/use-entry.js';
import { reviewColumns } from './columns.js';
import { DecidedCases } from './decided-cases.js';
import { DeskFigures } from './desk-figures.js';
import { Filters } from './filters.js';
import { RequeueMany } from './requeue-many.js';
import type { ReviewsSearch } from './reviews-search.js';
import { useStaffNamesakes } from './staff-names.js';

const REVIEWS = '/support/reviews';
/** What was sought, by entry of the browser's history: going back from a case leads to the same cases. */
const SOUGHT = new TabMemory<string>();

/** Every case waiting for a person, the longest wait first, and the decided ones. */
export function ReviewsPage() {
  const search = useSearch({ from: '/work_reviews/reviews' });
  const { decided, ...narrowing } = search;
  const { client_id } = narrowing;
  const navigate = useNavigate();
  const [sought, setSought] = useKept(SOUGHT, useEntry(), '');
  const reference = sought === '' ? {} : { reference: sought };
  const list = usePagedList<WireReview>(REVIEWS, { ...narrowing, ...reference }, { refetchMs: 15_000 });
  const namesakes = useStaffNamesakes((list.items ?? []).map(({ taken_by }) => taken_by));
  const narrowed = sought !== '' || Object.keys(narrowing).length > 0;
  const open = (next: ReviewsSearch) => void navigate({ to: '/reviews', search: next, replace: true });
  const seek = (text: string) => {
    const typed = text.trim();
    if (!isPublicId('verification', typed)) setSought(typed);
    else void navigate({ to: '/reviews/$requestId', params: { requestId: typed } });
  };
  return (
    <Page
      title="Reviews"
      lead="Checks whose outcome is uncertain. Nothing has been charged yet, and clients have been told to wait."
      actions={
        <>
          <RequeueMany shown={list.items} />
          <TakeNext />
        </>
      }
    >
      <DeskFigures />
      <Panel flush>
        <Filters search={search} sought={sought} onChange={open} onSeek={seek} />
        {decided === undefined ? (
          <PagedTable
            label="Reviews"
            list={list}
            columns={reviewColumns(namesakes)}
            compact
            fixed
            keyOf={({ request_id }) => request_id}
            empty={narrowed ? <NothingMatches /> : <NothingToReview />}
          />
        ) : (
          <DecidedCases
            filters={{ client_id, ...reference, ...(decided === 'me' && { by: 'me' }) }}
            narrowed={client_id !== undefined || sought !== ''}
          />
        )}
      </Panel>
    </Page>
  );
}

function NothingMatches() {
  return <EmptyState title="Nothing matches">No open case matches these filters.</EmptyState>;
}

function NothingToReview() {
  return (
    <EmptyState title="Nothing to review">
      Every case is decided. New ones appear here by themselves.
    </EmptyState>
  );
}

/** Assigns the oldest free case to the reviewer, so that nobody picks and no two people work on one case. */
function TakeNext() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const taking = useMutation({
    mutationFn: () => request<WireReview | undefined>(`${REVIEWS}/take-next`, { method: 'POST' }),
    onSuccess: async (review) => {
      void queryClient.invalidateQueries({ queryKey: [REVIEWS] });
      if (review === undefined) {
        notifications.show({
          title: 'No case is free',
          message: 'Every open case is being worked on, or waits for approval.',
        });
        return;
      }
      await navigate({ to: '/reviews/$requestId', params: { requestId: review.request_id } });
    },
    onError: (error) => {
      const { message } = toFailure(error);
      notifications.show({
        color: 'red',
        ...(mayBeDone(error)
          ? { title: 'A case may have been taken', message: `${message} The list then shows you beside it.` }
          : { title: 'No case was taken', message }),
      });
    },
  });
  return (
    <Button loading={taking.isPending} onClick={() => taking.mutate()}>
      Take the next case
    </Button>
  );
}

import type { DecidingKind } from '../../../../shared/domain/review.js';
import type { WireReviewDecision } from '../../../../shared/wire/review.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import type { Column } from '../../lib/ui/data-table.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { MaskedSubject } from '../../lib/ui/masked-subject.js';
import { Moment } from '../../lib/ui/moment.js';
import { OneLine } from '../../lib/ui/one-line.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Person } from '../../lib/ui/person.js';
import { StatusBadge } from '../../lib/ui/status-badge.js';
import { CaseName } from './case-name.js';
import classes from './reviews.module.css';

const DECISION_WORDS: Readonly<Record<DecidingKind, string>> = {
  complete: 'Completed with a result',
  release: 'Credits released',
  requeue: 'Sent back to the provider',
  late_answer: 'Late answer applied',
};

const COLUMNS: readonly Column<WireReviewDecision>[] = [
  { header: 'Check', phone: 'title', cell: (decision) => <CaseName {...decision} /> },
  {
    header: 'Client',
    phone: 'below',
    place: classes.clientPlace,
    cell: ({ client }) => <OneLine words={client.name} />,
  },
  {
    header: 'Subject',
    phone: 'below',
    place: classes.subjectPlace,
    cell: ({ subject }) => <MaskedSubject subject={subject} />,
  },
  {
    header: 'Decision',
    phone: 'line',
    place: classes.decisionPlace,
    cell: ({ decision }) => DECISION_WORDS[decision],
  },
  {
    header: 'Result now',
    phone: 'aside',
    place: classes.statePlace,
    cell: ({ status, outcome, service_code }) => (
      <StatusBadge status={status} outcome={outcome} service={service_code} />
    ),
  },
  {
    header: 'By',
    room: 'small',
    phone: 'below',
    place: classes.personPlace,
    cell: ({ decided_by }) =>
      decided_by === null ? (
        'A command on the server'
      ) : (
        <Person name={decided_by.name} email={decided_by.email} />
      ),
  },
  {
    header: 'When',
    end: true,
    phone: 'below',
    place: classes.momentPlace,
    cell: ({ decided_at }) => <Moment iso={decided_at} />,
  },
];

interface DecidedCasesProps {
  filters: Readonly<Record<string, string | undefined>>;
  narrowed: boolean;
}

/** The cases support has decided, newest first. */
export function DecidedCases({ filters, narrowed }: DecidedCasesProps) {
  const list = usePagedList<WireReviewDecision>('/support/decisions', filters, { refetchMs: 15_000 });
  return (
    <PagedTable
      label="Decided cases"
      list={list}
      columns={COLUMNS}
      compact
      fixed
      // A case that came back is decided more than once.
      keyOf={({ request_id, decided_at }) => `${request_id} ${decided_at}`}
      empty={
        narrowed ? (
          <EmptyState title="Nothing matches">No decision matches these filters.</EmptyState>
        ) : (
          <EmptyState title="Nothing decided yet">A case that is decided is listed here.</EmptyState>
        )
      }
    />
  );
}

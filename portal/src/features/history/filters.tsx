import { NativeSelect } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { OUTCOMES } from '../../../../shared/domain/outcome.js';
import { SERVICES } from '../../../../shared/services/index.js';
import { humanise } from '../../lib/format.js';
import { DayInput } from '../../lib/ui/day-input.js';
import { STATUS_CHOICES } from '../../lib/ui/status-choices.js';
import { TypedSearch } from '../../lib/ui/typed-search.js';
import classes from './history.module.css';
import type { HistorySearch } from './history-search.js';
import type { TypedFilters } from './typed-filters.js';

interface FiltersProps {
  search: HistorySearch;
  typed: TypedFilters;
  /** Why the history cannot be searched for the typed subject. */
  subjectFault: string | undefined;
  onChange: (search: Record<string, string | undefined>) => void;
  onTyped: (typed: TypedFilters) => void;
}

/** The filters of the history; every choice takes effect at once. */
export function Filters({ search, typed, subjectFault, onChange, onTyped }: FiltersProps) {
  const set = (name: keyof HistorySearch) => (value: string) =>
    onChange({ ...search, [name]: value || undefined });
  const select =
    (name: keyof HistorySearch) =>
    ({ currentTarget }: { currentTarget: { value: string } }) =>
      set(name)(currentTarget.value);
  return (
    <div className={classes.filters} data-print="no">
      <TypedSearch
        label="Subject"
        placeholder="In full, or last 4"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed.subject}
        faulty={subjectFault !== undefined}
        onSearch={(subject) => onTyped({ ...typed, subject })}
      />
      <TypedSearch
        label="Reference"
        placeholder="As it was given"
        value={typed.reference}
        onSearch={(reference) => onTyped({ ...typed, reference })}
      />
      <NativeSelect
        label="Check"
        value={search.service_code ?? ''}
        onChange={select('service_code')}
        data={[
          { value: '', label: 'Any check' },
          ...SERVICES.map(({ code, label }) => ({ value: code, label })),
        ]}
      />
      <NativeSelect
        label="State"
        value={search.status ?? ''}
        onChange={select('status')}
        data={STATUS_CHOICES}
      />
      <NativeSelect
        label="Outcome"
        value={search.outcome ?? ''}
        onChange={select('outcome')}
        data={[
          { value: '', label: 'Any outcome' },
          ...OUTCOMES.map((value) => ({ value, label: humanise(value) })),
        ]}
      />
      <TypedSearch
        label="Submitted by"
        placeholder="Name, e-mail or key"
        value={typed.submitter}
        onSearch={(submitter) => onTyped({ ...typed, submitter })}
      />
      <DayInput label="From" value={search.from ?? ''} onDay={set('from')} />
      <DayInput label="To" value={search.to ?? ''} onDay={set('to')} />
    </div>
  );
}

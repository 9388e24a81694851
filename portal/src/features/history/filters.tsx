import { Button, NativeSelect, TextInput } from '@mantine/core';
import { OUTCOMES } from '../../../../shared/domain/outcome.js';
import { SERVICES } from '../../../../shared/services/index.js';
import { humanise } from '../../lib/format.js';
import form from '../../lib/ui/form.module.css';
import type { HistorySearch } from './history-search.js';
import { SubjectSearch } from './subject-search.js';

interface FiltersProps {
  search: HistorySearch;
  subject: string;
  /** Why nothing can be found by it. */
  subjectFault: string | undefined;
  onChange: (search: Record<string, string | undefined>) => void;
  onSubject: (subject: string) => void;
}

const STATUS_CHOICES = [
  { value: '', label: 'Any status' },
  { value: 'completed', label: 'Completed' },
  { value: 'pending', label: 'In progress' },
  { value: 'manual_review', label: 'In review' },
];

/** Narrows the history; every choice works at once. */
export function Filters({ search, subject, subjectFault, onChange, onSubject }: FiltersProps) {
  const set = (name: keyof HistorySearch) => (event: { currentTarget: { value: string } }) =>
    onChange({ ...search, [name]: event.currentTarget.value || undefined });
  const narrowed = subject !== '' || Object.keys(search).length > 0;
  return (
    <div className={form.filters} data-print="no">
      <SubjectSearch key={subject} subject={subject} fault={subjectFault} onSearch={onSubject} />
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
        label="Status"
        value={search.status ?? ''}
        onChange={set('status')}
        data={STATUS_CHOICES}
      />
      <NativeSelect
        label="Outcome"
        value={search.outcome ?? ''}
        onChange={set('outcome')}
        data={[
          { value: '', label: 'Any outcome' },
          ...OUTCOMES.map((value) => ({ value, label: humanise(value) })),
        ]}
      />
      <TextInput label="From" type="date" value={search.from ?? ''} onChange={set('from')} />
      <TextInput label="To" type="date" value={search.to ?? ''} onChange={set('to')} />
      {narrowed && (
        <Button
          variant="subtle"
          onClick={() => {
            onSubject('');
            onChange({});
          }}
        >
          Clear
        </Button>
      )}
    </div>
  );
}

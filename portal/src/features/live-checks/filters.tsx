import { NativeSelect } from '@mantine/core';
import { SERVICES } from '../../../../shared/services/index.js';
import form from '../../lib/ui/form.module.css';
import { STATUS_CHOICES } from '../../lib/ui/status-choices.js';
import { TypedSearch } from '../../lib/ui/typed-search.js';

/** What says nothing about a person. */
export const NO_FILTERS = { idempotency_key: '', service_code: '', status: '' };

interface FiltersProps {
  filters: typeof NO_FILTERS;
  onChange: (filters: typeof NO_FILTERS) => void;
}

/** Narrows the list; every choice works at once. */
export function Filters({ filters, onChange }: FiltersProps) {
  const select = (name: keyof typeof NO_FILTERS) => ({
    value: filters[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...filters, [name]: currentTarget.value }),
  });
  return (
    <div className={form.filters}>
      <TypedSearch
        label="Idempotency key"
        placeholder="As your system sent it"
        value={filters.idempotency_key}
        onSearch={(key) => onChange({ ...filters, idempotency_key: key.trim() })}
      />
      <NativeSelect
        label="Check"
        {...select('service_code')}
        data={[
          { value: '', label: 'Any check' },
          ...SERVICES.map(({ code, label }) => ({ value: code, label })),
        ]}
      />
      <NativeSelect label="State" {...select('status')} data={STATUS_CHOICES} />
    </div>
  );
}

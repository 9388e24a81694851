import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Days } from '../days-as-moments.js';
import form from './form.module.css';

/** What stands in the fields, and what was searched for last. */
export function useFilters<Filters extends Required<Days>>(none: Filters) {
  const [typed, setTyped] = useState(none);
  const [filters, setFilters] = useState(none);
  return {
    typed,
    filters,
    search: () => setFilters(typed),
    /** For `onChange` of the field of that name. */
    change: (name: keyof Filters) => (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  };
}

interface FilterFormProps {
  filters: Pick<ReturnType<typeof useFilters<Required<Days>>>, 'typed' | 'search' | 'change'>;
  /** The fields that this list alone has. */
  children: ReactNode;
}

/** The fields above a log: its own, a first and a last day, and the button that searches. */
export function FilterForm({ filters: { typed, search, change }, children }: FilterFormProps) {
  return (
    <form
      className={form.filters}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      {children}
      <TextInput label="From" type="date" value={typed.from} onChange={change('from')} />
      <TextInput label="To" type="date" value={typed.to} onChange={change('to')} />
      <Button type="submit" variant="default">
        Search
      </Button>
    </form>
  );
}

import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Days } from '../days-as-moments.js';
import { TabMemory, useKept } from '../session/tab-memory.js';
import { useEntry } from '../use-entry.js';
import { LAST_DAY } from './day-input.js';
import { FilterFold } from './filter-fold.js';
import form from './form.module.css';

/** The last search, by entry of the browser's history: it is no part of an address, because it may name people. */
const SEARCHED = new TabMemory<Required<Days>>();

/** The contents of the fields, and the last search, which is there again after going back. */
export function useFilters<Filters extends Required<Days>>(none: Filters) {
  // An entry belongs to one page.
  const [filters, setFilters] = useKept(SEARCHED as TabMemory<Filters>, useEntry(), none);
  const [typed, setTyped] = useState(filters);
  return {
    typed,
    filters,
    search: () => setFilters(typed),
    /** Creates the `onChange` handler of a field. */
    change: (name: keyof Filters) => (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  };
}

interface FilterFormProps {
  filters: Pick<ReturnType<typeof useFilters<Required<Days>>>, 'typed' | 'filters' | 'search' | 'change'>;
  /** The fields specific to this list. */
  children: ReactNode;
}

/** The fields above a log: its own, a first and a last day, and the search button. */
export function FilterForm({ filters: { typed, filters, search, change }, children }: FilterFormProps) {
  return (
    <FilterFold values={{ ...filters }}>
      <form
        className={form.filters}
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        {children}
        <TextInput label="From" type="date" max={LAST_DAY} value={typed.from} onChange={change('from')} />
        <TextInput label="To" type="date" max={LAST_DAY} value={typed.to} onChange={change('to')} />
        <Button type="submit" variant="default">
          Search
        </Button>
      </form>
    </FilterFold>
  );
}

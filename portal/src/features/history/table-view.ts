import { useState } from 'react';

export const OPTIONAL_COLUMNS = ['reference', 'purpose', 'submitter'] as const;
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number];

/** The appearance of the history: its optional columns and the density of its rows. */
export interface TableView {
  columns: readonly OptionalColumn[];
  roomy: boolean;
}

const STORED_AS = 'history-table';
const ROOMY = 'roomy';

function readView(): TableView {
  const stored = localStorage.getItem(STORED_AS);
  if (stored === null) return { columns: OPTIONAL_COLUMNS, roomy: false };
  const words = stored.split(' ');
  return {
    columns: OPTIONAL_COLUMNS.filter((name) => words.includes(name)),
    roomy: words.includes(ROOMY),
  };
}

/** The appearance of the table, which this browser remembers; it contains nothing about anybody. */
export function useTableView(): [TableView, (view: TableView) => void] {
  const [view, setView] = useState(readView);
  const store = (next: TableView) => {
    localStorage.setItem(STORED_AS, [...next.columns, ...(next.roomy ? [ROOMY] : [])].join(' '));
    setView(next);
  };
  return [view, store];
}

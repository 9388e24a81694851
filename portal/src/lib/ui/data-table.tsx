import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand to the right. */
  end?: boolean;
  /** Left out of a table that has less room than this. */
  room?: 'small' | 'middle' | 'wide';
  /** Takes no more than its words need, and leaves the rest to the others. */
  narrow?: boolean;
  /**
   * Where a phone has it, which then shows a row as a few lines: as what the row is about, at the end of that line, as a
   * line of its own, or small below, with its header where the value alone would not say what it is.
   */
  phone?: 'title' | 'aside' | 'line' | 'below' | 'named-below';
}

interface DataTableProps<Row> {
  /** Names the table for those who cannot see it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The rows are those of the filters before. */
  stale?: boolean;
  /** Rows stand close, for who looks through many. */
  compact?: boolean;
}

// Said again, because the narrow layout (`display: block`) takes the meaning of the elements away.
const AS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** Rows in columns; where there is little room every row becomes a short list, which is still a table for screen readers. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  stale = false,
  compact = false,
}: DataTableProps<Row>) {
  const folds = columns.some(({ phone }) => phone !== undefined);
  return (
    <div className={classes.scroll}>
      <table
        className={joined(
          classes.table,
          stale && classes.stale,
          compact && classes.compact,
          folds && classes.folds,
        )}
        aria-label={label}
        {...AS.table}
      >
        <thead {...AS.group}>
          <tr {...AS.row}>
            {columns.map((column) => (
              <th key={column.header} scope="col" className={classOf(column)} {...AS.header}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...AS.group}>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...AS.row}>
              {columns.map((column) => (
                <td
                  key={column.header}
                  data-label={column.header}
                  data-phone={column.phone}
                  className={classOf(column)}
                  {...AS.cell}
                >
                  <div className={classes.content}>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf({ end, room, narrow }: Column<never>): string | undefined {
  return (
    joined(end && classes.end, room !== undefined && classes[room], narrow && classes.narrow) || undefined
  );
}

function joined(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

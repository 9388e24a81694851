import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, for numbers. */
  end?: boolean;
  /** Hidden in a table with less room than this. */
  room?: 'small' | 'middle' | 'wide';
  /** As narrow as its content, leaving the rest to other columns. */
  narrow?: boolean;
  /** The class that gives the column its width in a table with fixed ones, at every width of the table. */
  place?: string | undefined;
  /**
   * Its place on a phone, where a row becomes a few lines: the title, at the end of the title line, a line of its own,
   * small print below, with its header if the value alone would not be clear, or last, as what can be done with the
   * row.
   */
  phone?: 'title' | 'aside' | 'line' | 'below' | 'named-below' | 'acts';
}

interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The rows still belong to the previous filters. */
  stale?: boolean;
  /** Rows are close together, for looking through many. */
  compact?: boolean;
  /** Every column is as wide as its `place` says, whatever is in it, so that a row need not take a second line. */
  fixed?: boolean;
  /** It stands among other things of a panel, and begins and ends where they do. */
  inset?: boolean;
}

// Roles are repeated because the narrow layout (`display: block`) removes the elements' semantics.
const AS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** Rows in columns; on narrow screens every row becomes a short list, which is still a table for screen readers. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  stale = false,
  compact = false,
  fixed = false,
  inset = false,
}: DataTableProps<Row>) {
  const folds = columns.some(({ phone }) => phone !== undefined);
  return (
    <div className={classes.scroll}>
      <table
        className={joined(
          classes.table,
          stale && classes.stale,
          compact && classes.compact,
          fixed && classes.fixed,
          inset && classes.inset,
          folds && classes.folds,
        )}
        aria-label={label}
        {...AS.table}
      >
        <thead {...AS.group}>
          <tr {...AS.row}>
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                className={classOf(column)}
                {...printedAs(column)}
                {...AS.header}
              >
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
                  {...printedAs(column)}
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

/** Nothing can be done with a row on paper. */
function printedAs({ phone }: Column<never>) {
  return phone === 'acts' && { 'data-print': 'no' };
}

function classOf({ end, room, narrow, place }: Column<never>): string | undefined {
  return (
    joined(end && classes.end, room !== undefined && classes[room], narrow && classes.narrow, place) ||
    undefined
  );
}

function joined(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

import { NativeSelect } from '@mantine/core';
import { COLUMNS, type Column } from '../../../../shared/domain/batch-columns.js';
import { DataTable } from '../../lib/ui/data-table.js';
import { Notice } from '../../lib/ui/notice.js';
import text from '../../lib/ui/text.module.css';
import classes from './batches.module.css';
import { COLUMN_WORDS, faultOf, type Meanings } from './column-meanings.js';
import type { FilePreview } from './read-preview.js';

interface ColumnTableProps {
  preview: FilePreview;
  meanings: Meanings;
  onChange: (meanings: Meanings) => void;
  /** Whether the file has left this computer, or may have. */
  sent: boolean;
}

const CHOICES = [
  { value: '', label: 'Leave out' },
  ...COLUMNS.map((column) => ({ value: column, label: COLUMN_WORDS[column] })),
];

/** The columns of a file with their first values and their meanings. */
export function ColumnTable({ preview: { header, rows }, meanings, onChange, sent }: ColumnTableProps) {
  const fault = faultOf(meanings);
  const names = [...new Set(header)].filter((name) => name !== '');
  return (
    <section className={classes.columns} aria-labelledby="columns-of-file">
      <h3 id="columns-of-file" className={classes.heading}>
        What the columns are
      </h3>
      {!sent && (
        <p className={classes.hint}>Only your browser has read the file so far: nothing has been sent.</p>
      )}
      <DataTable
        label="Columns of the file"
        inset
        rows={names}
        keyOf={(name) => name}
        columns={[
          { header: 'Column', cell: (name) => <strong>{name}</strong> },
          {
            header: 'First values',
            cell: (name) => (
              <span className={`${text.mono} ${classes.values}`}>
                {rows.map((row) => row[header.indexOf(name)] || '–').join(' · ')}
              </span>
            ),
          },
          {
            header: 'Meaning',
            cell: (name) => (
              <NativeSelect
                aria-label={`Meaning of ${name}`}
                data={CHOICES}
                value={meanings[name] ?? ''}
                onChange={({ currentTarget }) =>
                  onChange({ ...meanings, [name]: currentTarget.value as Column | '' })
                }
              />
            ),
          },
        ]}
      />
      {fault !== undefined && <Notice tone="warn">{fault}</Notice>}
    </section>
  );
}

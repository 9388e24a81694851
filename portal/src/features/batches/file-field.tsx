import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './batches.module.css';

interface FileFieldProps {
  file: File | null;
  onChange: (file: File | null) => void;
}

/** A field that a file can be dropped on, or chosen with. */
export function FileField({ file, onChange }: FileFieldProps) {
  const [over, setOver] = useState(false);
  return (
    <label
      className={`${classes.drop} ${over ? classes.over : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onChange(event.dataTransfer.files[0] ?? null);
      }}
    >
      <IconUpload size={24} aria-hidden />
      <span className={classes.name}>{file?.name ?? 'Drop a file here, or choose one'}</span>
      <span className={classes.hint}>CSV, XLSX or JSON Lines, at most 5 MiB and 10 000 rows</span>
      <input
        type="file"
        className={classes.file}
        accept=".csv,.txt,.tsv,.xlsx,.jsonl,.ndjson"
        onChange={({ currentTarget }) => onChange(currentTarget.files?.[0] ?? null)}
      />
    </label>
  );
}

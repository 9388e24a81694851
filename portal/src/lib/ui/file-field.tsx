import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './file-field.module.css';

interface FileFieldProps {
  /** What was chosen, or what to do. */
  label: ReactNode;
  hint: string;
  /** Accepted kinds of file, in the format of the browser's dialog. */
  accept: string;
  onChange: (file: File | null) => void;
}

/** A field on which a file can be dropped, or which opens a file dialog. */
export function FileField({ label, hint, accept, onChange }: FileFieldProps) {
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
      <span className={classes.label}>{label}</span>
      <span className={classes.hint}>{hint}</span>
      <input
        type="file"
        className={classes.file}
        accept={accept}
        onChange={({ currentTarget }) => onChange(currentTarget.files?.[0] ?? null)}
      />
    </label>
  );
}

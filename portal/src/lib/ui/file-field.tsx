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
  const [several, setSeveral] = useState(false);
  const choose = (files: FileList | null) => {
    setSeveral(files !== null && files.length > 1);
    if (files === null || files.length <= 1) onChange(files?.[0] ?? null);
  };
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
        // Text that is dragged here is no file, and takes none away.
        if (event.dataTransfer.files.length > 0) choose(event.dataTransfer.files);
      }}
    >
      <IconUpload size={24} aria-hidden />
      <span className={classes.label}>{label}</span>
      <span className={classes.hint} role="status">
        {several ? 'Drop one file at a time.' : hint}
      </span>
      <input
        type="file"
        className={classes.file}
        accept={accept}
        // Browsers say nothing when the file that a field holds is chosen once more: it may have been corrected since.
        onClick={({ currentTarget }) => {
          currentTarget.value = '';
        }}
        onChange={({ currentTarget }) => choose(currentTarget.files)}
      />
    </label>
  );
}

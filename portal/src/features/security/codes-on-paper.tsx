import { createPortal } from 'react-dom';
import classes from './codes-on-paper.module.css';

interface CodesOnPaperProps {
  /** The lines above them. */
  words: readonly string[];
  codes: readonly string[];
}

/** Recovery codes as they are printed: alone on a sheet, without the page and the dialog that they are shown in. */
export function CodesOnPaper({ words: [title, ...words], codes }: CodesOnPaperProps) {
  return createPortal(
    <div className={classes.sheet} data-testid="codes-on-paper">
      <h1 className={classes.title}>{title}</h1>
      {words.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </div>,
    document.body,
  );
}

import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title?: string;
  /** To the right of the title. */
  aside?: ReactNode;
  /** The content extends to the edges, as for tables. */
  flush?: boolean;
  children: ReactNode;
}

/** A section of a page with its own background. */
export function Panel({ title, aside, flush = false, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} {...(title !== undefined && { 'aria-labelledby': id })}>
      {title !== undefined && (
        <div className={classes.header}>
          <h2 id={id} tabIndex={-1} className={classes.title}>
            {title}
          </h2>
          {aside}
        </div>
      )}
      <div className={flush ? (title === undefined ? '' : classes.flush) : classes.body}>{children}</div>
    </section>
  );
}

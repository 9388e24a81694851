import type { ReactNode } from 'react';
import classes from './page.module.css';
import { useArrival } from './use-arrival.js';

interface PageProps {
  title: string;
  /** What the page is for, in a sentence. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: its heading, which also names the browser tab, and what can be done here. */
export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useArrival(title);
  return (
    <>
      <header className={classes.header}>
        <div className={classes.heading}>
          <h1 ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </h1>
          {lead !== undefined && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </>
  );
}

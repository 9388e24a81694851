import type { ReactNode } from 'react';
import { Logo } from '../../app/shell/logo.js';
import { useArrival } from '../../lib/ui/use-arrival.js';
import classes from './auth.module.css';

/** The frame of the pages shown before signing in is complete. */
export function AuthCard({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const heading = useArrival(title);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Logo />
          Verification service
        </div>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </div>
    </main>
  );
}

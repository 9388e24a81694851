import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../app/shell/logo.js';
import classes from './auth.module.css';

/** The frame of the pages shown before signing in is complete. */
export function AuthCard({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Verification service`;
  }, [title]);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Logo />
          Verification service
        </div>
        <h1 tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </div>
    </main>
  );
}

import type { ReactNode } from 'react';
import classes from './badge.module.css';
import tones from './tone.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'plain';

/** A word for a state. The colour only repeats what the word says. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`${classes.badge} ${tones[tone]}`}>
      <span className={tone === 'busy' ? `${classes.dot} ${classes.breathing}` : classes.dot} aria-hidden />
      {children}
    </span>
  );
}

import { IconCheck } from '@tabler/icons-react';
import type { Status } from '../../../../shared/domain/states.js';
import classes from './progress-steps.module.css';

interface Step {
  label: string;
  /** `busy` proceeds by itself; `now` is waiting for a person. */
  state: 'done' | 'busy' | 'now' | 'later';
}

/** The progress of an open request. */
export function ProgressSteps({ status }: { status: Exclude<Status, 'completed'> }) {
  return (
    <ol className={classes.steps}>
      {stepsOf(status).map(({ label, state }) => (
        <li
          key={label}
          className={classes[state]}
          {...((state === 'now' || state === 'busy') && { 'aria-current': 'step' as const })}
        >
          <span className={classes.mark} aria-hidden>
            {state === 'done' && <IconCheck size={13} stroke={2.6} />}
          </span>
          {label}
        </li>
      ))}
    </ol>
  );
}

function stepsOf(status: Exclude<Status, 'completed'>): Step[] {
  const accepted: Step = { label: 'Accepted, credits reserved', state: 'done' };
  if (status === 'pending') {
    return [accepted, { label: 'Asking the source', state: 'busy' }, { label: 'Result', state: 'later' }];
  }
  return [accepted, { label: 'Support decides', state: 'now' }, { label: 'Result', state: 'later' }];
}

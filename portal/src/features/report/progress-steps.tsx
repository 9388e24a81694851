import { IconCheck } from '@tabler/icons-react';
import type { Status } from '../../../../shared/domain/states.js';
import classes from './progress-steps.module.css';

interface Step {
  label: string;
  state: 'done' | 'now' | 'later';
}

/** How far an open request is. */
export function ProgressSteps({ status }: { status: Exclude<Status, 'completed'> }) {
  return (
    <ol className={classes.steps}>
      {stepsOf(status).map(({ label, state }) => (
        <li
          key={label}
          className={classes[state]}
          {...(state === 'now' && { 'aria-current': 'step' as const })}
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
    return [accepted, { label: 'Asking the source', state: 'now' }, { label: 'Result', state: 'later' }];
  }
  return [accepted, { label: 'Support decides', state: 'now' }, { label: 'Result', state: 'later' }];
}

import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { toFailure } from '../api/failure.js';
import classes from './states.module.css';

interface ErrorStateProps {
  error: unknown;
  /** What to know before the button is pressed. */
  note?: string;
  /** The verb on the button. */
  action?: string;
  onRetry?: () => void;
}

/** Shown instead of what could not be loaded, with the id by which support can find it. */
export function ErrorState({ error, note, action = 'Try again', onRetry }: ErrorStateProps) {
  const { httpStatus, message, body, faults } = toFailure(error);
  // The message says only that there are some.
  const said = faults.length > 0 ? faults.map((fault) => fault.message) : [message];
  return (
    <div className={classes.state} role="alert" data-padded>
      <span className={classes.icon}>
        <IconAlertTriangle size={22} stroke={1.6} aria-hidden />
      </span>
      <p className={classes.title}>{httpStatus === 404 ? 'Not found' : 'This could not be loaded'}</p>
      {said.map((line) => (
        <p key={line} className={classes.text}>
          {line}
        </p>
      ))}
      {note !== undefined && <p className={classes.text}>{note}</p>}
      {body.correlation_id !== undefined && httpStatus !== 404 && (
        <p className={classes.code}>Correlation ID {body.correlation_id}</p>
      )}
      {onRetry !== undefined && httpStatus !== 404 && (
        <Button className={classes.action ?? ''} variant="default" onClick={onRetry}>
          {action}
        </Button>
      )}
    </div>
  );
}

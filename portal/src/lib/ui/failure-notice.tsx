import { inputOf, mayBeDone, toFailure } from '../api/failure.js';
import { Notice } from './notice.js';

interface FailureNoticeProps {
  error: unknown;
  /** The values of the form that was sent, which shows the faults of its own inputs beside them. */
  inputs?: object;
  /** What to know if no answer came, and it may have been done all the same: above all of a secret nobody has seen. */
  ifLost?: string | undefined;
}

/**
 * Says why an action was refused. Faults of single fields are shown next to them; those of none of a form's inputs,
 * which nothing else would show, are listed here. The correlation id is only shown for what support would look up: a
 * wrong password needs none.
 */
export function FailureNotice({ error, inputs = {}, ifLost }: FailureNoticeProps) {
  if (error === null || error === undefined) return null;
  const { httpStatus, message, body, faults } = toFailure(error);
  // With faults, the message says only that there are some.
  const said =
    faults.length > 0
      ? faults.filter((fault) => inputOf(fault, inputs) === undefined).map((fault) => fault.message)
      : [message];
  if (said.length === 0) return null;
  return (
    <Notice tone="bad" alert>
      {said.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {mayBeDone(error) && ifLost !== undefined && <p>{ifLost}</p>}
      {body.correlation_id !== undefined && httpStatus >= 500 && <p>Correlation ID: {body.correlation_id}</p>}
    </Notice>
  );
}

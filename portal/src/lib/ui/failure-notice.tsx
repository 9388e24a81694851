import { toFailure } from '../api/failure.js';
import { Notice } from './notice.js';

/**
 * Says why an action was refused. Faults of single fields are shown next to them. The correlation id is only shown for
 * what support would look up: a wrong password needs none.
 */
export function FailureNotice({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const { httpStatus, message, body } = toFailure(error);
  return (
    <Notice tone="bad" alert>
      <p>{message}</p>
      {body.correlation_id !== undefined && httpStatus >= 500 && <p>Correlation id: {body.correlation_id}</p>}
    </Notice>
  );
}

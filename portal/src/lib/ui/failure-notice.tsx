import { toFailure } from '../api/failure.js';
import { Notice } from './notice.js';

/**
 * Says why something that the viewer did was refused. Faults of single fields are said beside them. Only what support
 * would look up carries its id: a wrong password needs none.
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

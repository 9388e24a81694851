import { toFailure } from '../api/failure.js';
import { Notice } from './notice.js';

/** Says why something that the viewer did was refused. Faults of single fields are said beside them. */
export function FailureNotice({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const { message, body } = toFailure(error);
  return (
    <Notice tone="bad" alert>
      <p>{message}</p>
      {body.correlation_id !== undefined && <p>Correlation id: {body.correlation_id}</p>}
    </Notice>
  );
}

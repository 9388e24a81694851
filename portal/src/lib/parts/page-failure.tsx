import { useEffect, useState } from 'react';
import { hasUnsent } from '../session/unsent.js';
import { ErrorState } from '../ui/error-state.js';
import { PartMissing } from './load-part.js';

interface PageFailureProps {
  error: unknown;
  onRetry: () => void;
}

const RELOADED_AT = 'reloaded-at';
/** A page that is still missing so soon after a reload will not be there after another. */
const NOT_AGAIN_WITHIN_MS = 60_000;

/**
 * Shown instead of a page that did not open. One that a new release has replaced is reloaded at once, unless something
 * that was typed elsewhere would be lost. While the service is away nothing is: the browser would show a page of its own.
 */
export function PageFailure({ error, onRetry }: PageFailureProps) {
  const [unsent] = useState(hasUnsent);
  useEffect(() => {
    if (!(error instanceof PartMissing)) return;
    error.again();
    if (error.kind === 'replaced' && !unsent && mayReload()) window.location.reload();
  }, [error, unsent]);
  if (error instanceof PartMissing && error.kind === 'unreachable') {
    return <ErrorState error={error} onRetry={onRetry} />;
  }
  return (
    <ErrorState
      error={error}
      {...(unsent && {
        note: 'What you have typed elsewhere and not sent would be lost: go back and send it first.',
      })}
      action="Reload the page"
      onRetry={() => window.location.reload()}
    />
  );
}

function mayReload(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < NOT_AGAIN_WITHIN_MS) return false;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  return true;
}

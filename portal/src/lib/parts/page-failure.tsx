import { useEffect, useState } from 'react';
import { hasUnsent } from '../session/unsent.js';
import { ErrorState } from '../ui/error-state.js';
import { isServiceThere, PartMissing } from './load-part.js';

interface PageFailureProps {
  error: unknown;
  onRetry: () => void;
}

const RELOADED_AT = 'reloaded-at';
/** A page that is still missing so soon after a reload will not be there after another. */
const NOT_AGAIN_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 5_000;

/**
 * Shown instead of a page that did not open. One that a new release has replaced is reloaded at once, unless something
 * that was typed elsewhere would be lost. While the service is away nothing is: the browser would show a page of its
 * own. Once it is back the page opens, as what a page shows comes back by itself.
 */
export function PageFailure({ error, onRetry }: PageFailureProps) {
  const [unsent] = useState(hasUnsent);
  useEffect(() => {
    if (!(error instanceof PartMissing)) return;
    error.again();
    if (error.kind === 'replaced' && !unsent && mayReload()) window.location.reload();
  }, [error, unsent]);
  const away = error instanceof PartMissing && error.kind === 'unreachable';
  useEffect(() => {
    if (!away) return;
    const ask = async () => (await isServiceThere()) && onRetry();
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [away, onRetry]);
  if (away) {
    return <ErrorState error={error} onRetry={onRetry} />;
  }
  return (
    <ErrorState
      error={error}
      {...(unsent && {
        note: 'Anything you have typed elsewhere but not sent would be lost: go back and send it first.',
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

import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { useSomeError } from '../../lib/api/use-some-error.js';

const ASK_EVERY_MS = 5_000;
/** Where only some requests fail, asking again seldom helps, and what is shown instead would flicker. */
const AT_MOST_EVERY_MS = 60_000;

/** Loads what failed while the service was away, once it answers again: people leave pages open and wait. */
export function useRecovery(): void {
  const queryClient = useQueryClient();
  const away = useSomeError(isAway) !== null;
  const seenGone = useRef(false);
  const loadedAt = useRef(0);
  useEffect(() => {
    if (!away) return;
    const ask = async () => {
      if (!(await answers())) {
        seenGone.current = true;
        return;
      }
      if (!seenGone.current && Date.now() - loadedAt.current < AT_MOST_EVERY_MS) return;
      seenGone.current = false;
      loadedAt.current = Date.now();
      await queryClient.refetchQueries({ type: 'active', predicate: isAway });
    };
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [away, queryClient]);
}

/** Whether its last attempt failed because the service was away, and not because of what was asked. */
function isAway({ state: { error } }: Query): boolean {
  if (error === null) return false;
  const { kind, httpStatus } = toFailure(error);
  return kind === 'unreachable' || (httpStatus >= 502 && httpStatus <= 504);
}

function answers(): Promise<boolean> {
  return request('/me').then(
    () => true,
    () => false,
  );
}

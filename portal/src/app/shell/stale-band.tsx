import { Button } from '@mantine/core';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { toFailure } from '../../lib/api/failure.js';
import { useSomeQuery } from '../../lib/api/use-some-query.js';
import classes from './bands.module.css';

/** Says that the page shows what was true before the service went away: what is on it looks as fresh as ever. */
export function StaleBand() {
  const queryClient = useQueryClient();
  const stale = useSomeQuery(isOutdated);
  // Always there, so that screen readers notice what comes into it.
  return (
    <div role="status">
      {stale && (
        <div className={classes.band}>
          <span>
            <strong>The service cannot be reached.</strong> What is shown may be out of date.
          </span>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void queryClient.refetchQueries({ type: 'active' })}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

/** It brought something once, and the last attempt to bring it anew did not arrive. */
function isOutdated({ state: { data, error } }: Query): boolean {
  if (data === undefined || error === null) return false;
  const { kind, httpStatus } = toFailure(error);
  return kind === 'unreachable' || httpStatus >= 500;
}

import { Button } from '@mantine/core';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { toFailure } from '../../lib/api/failure.js';
import { useSomeError } from '../../lib/api/use-some-error.js';
import classes from './bands.module.css';

/** Says that the page shows what was true before it could not be loaded anew: what is on it looks as fresh as ever. */
export function StaleBand() {
  const queryClient = useQueryClient();
  const error = useSomeError(isOutdated);
  // Always there, so that screen readers notice what comes into it.
  return (
    <div role="status">
      {error !== null && (
        <div className={classes.band}>
          <span>
            <strong>{toFailure(error).message}</strong> What is shown may be out of date.
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

/** It brought something once, and the last attempt to bring it anew failed. */
function isOutdated({ state: { data, error } }: Query): boolean {
  return data !== undefined && error !== null;
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { hasUnsent } from '../../lib/session/unsent.js';
import classes from './bands.module.css';
import { useNewerRelease } from './use-newer-release.js';

/**
 * Offers to reload the page when it is of an earlier release. It never reloads by itself, and asks where something
 * would be lost.
 */
export function ReleaseBand() {
  const newer = useNewerRelease();
  const [answer, setAnswer] = useState<'none' | 'later' | 'asked'>('none');
  const asked = answer === 'asked';
  return (
    <div role="status">
      {newer && answer !== 'later' && (
        <div className={classes.band} data-tone="plain">
          <span>
            {asked ? 'Anything you have typed but not sent would be lost.' : 'A new version is available.'}
          </span>
          <span className={classes.acts}>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => (asked || !hasUnsent() ? window.location.reload() : setAnswer('asked'))}
            >
              {asked ? 'Reload anyway' : 'Reload'}
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => setAnswer('later')}>
              Not now
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}

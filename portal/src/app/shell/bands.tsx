import classes from './bands.module.css';
import { ReleaseBand } from './release-band.js';
import { StaleBand } from './stale-band.js';

/** What the whole page has to be told, over its lower edge. */
export function Bands() {
  return (
    <div className={classes.place} data-print="no">
      <StaleBand />
      <ReleaseBand />
    </div>
  );
}

import { formatMoment, formatUtc } from '../format.js';
import classes from './text.module.css';

/** A moment in the zone of the viewer, with UTC on hover. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time className={classes.moment} dateTime={iso} title={formatUtc(iso)}>
      {formatMoment(iso)}
    </time>
  );
}

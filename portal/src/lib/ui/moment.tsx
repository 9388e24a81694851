import { formatMoment, formatUtc } from '../format.js';
import classes from './text.module.css';

/** Between the day of a formatted moment and its time. */
const DAY_END = /, (?=\d\d:)/;
/** A zone without a name of its own has digits: `GMT+5:45`. */
const ZONE = / \D.*$/;

/** A moment in the viewer's time zone, with UTC on hover; if there is little room the line breaks after the day. */
export function Moment({ iso }: { iso: string }) {
  const [day = '', clock = ''] = formatMoment(iso).split(DAY_END);
  const [zone = ''] = ZONE.exec(clock) ?? [];
  return (
    <time className={classes.moment} dateTime={iso} title={formatUtc(iso)}>
      <span className={classes.whole}>{day},</span>{' '}
      <span className={classes.whole}>
        {clock.slice(0, clock.length - zone.length)}
        <span data-zone>{zone}</span>
      </span>
    </time>
  );
}

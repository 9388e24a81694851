import { formatNumber, formatUtcDay } from '../../lib/format.js';
import classes from './home.module.css';

interface BarChartProps {
  /** The unit the bars count, for example "checks". */
  unit: string;
  bars: readonly { day: string; value: number }[];
}

const HEIGHT = 120;
const STEP = 10;
const GAP = 2;

/** One bar per day, with its number as a title; a text gives the sum and the peak to those who cannot see the chart. */
export function BarChart({ unit, bars }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const peak = total === 0 ? 'none in this period' : `at most ${formatNumber(most)} in a day`;
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${formatNumber(total)} ${unit} from ${formatUtcDay(first.day)} to ${formatUtcDay(last.day)}, ${peak}`}
      >
        {bars.map(({ day, value }, index) => {
          const height = value === 0 ? 1 : Math.max(3, (value / most) * HEIGHT);
          return (
            <rect
              key={day}
              x={index * STEP + GAP / 2}
              y={HEIGHT - height}
              width={STEP - GAP}
              height={height}
              className={value === 0 ? classes.noBar : classes.bar}
            >
              <title>{`${formatUtcDay(day)}: ${formatNumber(value)} ${unit}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className={classes.axis}>
        <span>{formatUtcDay(first.day)}</span>
        <span>{peak}</span>
        <span>{formatUtcDay(last.day)}</span>
      </figcaption>
    </figure>
  );
}

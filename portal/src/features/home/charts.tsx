import type { WireDay } from '../../../../shared/wire/home.js';
import { Panel } from '../../lib/ui/panel.js';
import { BarChart } from './bar-chart.js';
import classes from './home.module.css';

/** Volume and spend by day. */
export function Charts({ days }: { days: readonly WireDay[] }) {
  return (
    <div className={classes.charts}>
      <Panel title="Checks by day">
        <BarChart unit="checks" bars={days.map(({ day, submitted }) => ({ day, value: submitted }))} />
      </Panel>
      <Panel title="Credits by day">
        <BarChart unit="credits" bars={days.map(({ day, credits }) => ({ day, value: credits }))} />
      </Panel>
    </div>
  );
}

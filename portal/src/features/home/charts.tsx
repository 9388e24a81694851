import type { WireDay } from '../../../../shared/wire/home.js';
import { Panel } from '../../lib/ui/panel.js';
import { BarChart } from './bar-chart.js';
import classes from './home.module.css';

interface ChartsProps {
  days: readonly WireDay[];
  /** Side by side over the whole width rather than one below the other. */
  abreast?: boolean;
}

/** Checks and credits spent, by day. */
export function Charts({ days, abreast = false }: ChartsProps) {
  return (
    <div className={abreast ? classes.abreast : classes.charts}>
      <Panel title="Checks by day, in UTC">
        <BarChart unit="checks" bars={days.map(({ day, submitted }) => ({ day, value: submitted }))} />
      </Panel>
      <Panel title="Credits by day, in UTC">
        <BarChart unit="credits" bars={days.map(({ day, credits }) => ({ day, value: credits }))} />
      </Panel>
    </div>
  );
}

import type { ReactNode } from 'react';
import { formatNumber } from '../format.js';
import classes from './figures.module.css';

/** Figures side by side; a dash stands for one that is not known yet. */
export function Figures({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.figures}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === undefined ? '–' : typeof value === 'number' ? formatNumber(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}

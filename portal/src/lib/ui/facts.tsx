import { Fragment, type ReactNode } from 'react';
import classes from './facts.module.css';

/** Names with their values; undefined values are left out. */
export function Facts({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <div className={classes.box}>
      <dl className={classes.list}>
        {items
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
      </dl>
    </div>
  );
}

import type { ReactNode } from 'react';
import classes from './side-by-side.module.css';

/** Small panels in two columns if there is room, otherwise one below the other. */
export function SideBySide({ children }: { children: ReactNode }) {
  return <div className={classes.columns}>{children}</div>;
}

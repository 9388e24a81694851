import type { ReactNode } from 'react';
import classes from './side-by-side.module.css';

/** Small panels in two columns where there is room, one below the other where there is not. */
export function SideBySide({ children }: { children: ReactNode }) {
  return <div className={classes.columns}>{children}</div>;
}

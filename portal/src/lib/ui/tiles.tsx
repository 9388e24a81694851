import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './tiles.module.css';

/** A row of figures, each with its meaning. */
export function Tiles({ children }: { children: ReactNode }) {
  return <div className={classes.tiles}>{children}</div>;
}

interface TileProps {
  label: string;
  value: string;
  /** What the value means for the viewer. */
  note: string;
  link?: Pick<LinkProps, 'to' | 'search' | 'params'>;
}

export function Tile({ label, value, note, link }: TileProps) {
  const content = (
    <>
      <span className={classes.tileLabel}>{label}</span>
      <span className={classes.tileValue}>{value}</span>
      <span className={classes.tileNote}>{note}</span>
    </>
  );
  return link === undefined ? (
    <div className={classes.tile}>{content}</div>
  ) : (
    <Link {...link} className={`${classes.tile} ${classes.tileLink}`}>
      {content}
    </Link>
  );
}

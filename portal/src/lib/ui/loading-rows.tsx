import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './states.module.css';

/** Placeholder while something is loading, so that nothing jumps when it arrives. */
export function LoadingRows({ rows = 5, height = 20 }: { rows?: number; height?: number }) {
  return (
    <div className={classes.rows} data-padded>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <Skeleton key={row} height={height} radius="sm" />
      ))}
    </div>
  );
}

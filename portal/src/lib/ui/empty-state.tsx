import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';

interface EmptyStateProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** In few lines, for one panel of a page of many. */
  compact?: boolean;
}

/** Shown instead of an empty list: why it is empty, and what to do about it. */
export function EmptyState({ title, children, action, compact = false }: EmptyStateProps) {
  return (
    <div className={`${classes.state} ${compact ? classes.compact : ''}`}>
      {!compact && (
        <span className={classes.icon}>
          <IconInbox size={22} stroke={1.6} aria-hidden />
        </span>
      )}
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{children}</p>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}

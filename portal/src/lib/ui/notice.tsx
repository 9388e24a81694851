import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from './badge.js';
import classes from './notice.module.css';
import tones from './tone.module.css';

const ICONS = {
  good: IconCircleCheck,
  bad: IconAlertTriangle,
  warn: IconAlertTriangle,
  busy: IconInfoCircle,
  plain: IconInfoCircle,
} as const;

interface NoticeProps {
  tone: Tone;
  title?: string;
  /** It follows something the viewer did, so screen readers announce it at once. */
  alert?: boolean;
  children?: ReactNode;
}

/** It often comes above the button that was pressed, at the lower edge of the window, and pushes itself out of it. */
const bringIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' });

/** Something the viewer has to know, shown where it applies. */
export function Notice({ tone, title, alert = false, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={`${classes.notice} ${tones[tone]}`} {...(alert && { role: 'alert', ref: bringIntoView })}>
      <Icon className={classes.icon} size={18} stroke={1.8} aria-hidden />
      <div className={classes.body}>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
    </div>
  );
}

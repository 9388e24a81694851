import { Button } from '@mantine/core';
import { useAccount } from '../../lib/session/session.js';
import { useSwitchMode } from '../../lib/session/use-mode.js';
import { LossyModeSwitch } from './lossy-mode-switch.js';
import { usePlaceInMode } from './place-in-mode.js';
import classes from './test-band.module.css';

/** Says on every page that nothing here is real, and leads back to live mode. */
export function TestBand() {
  const { mode } = useAccount();
  const leave = useSwitchMode(usePlaceInMode());
  if (mode !== 'test') return null;
  return (
    <div className={classes.band} role="status">
      <span>
        <strong>Test mode.</strong> Answers are invented, nothing is paid, and only test subjects are
        accepted.
      </span>
      <Button size="compact-sm" color="dark" loading={leave.isPending} onClick={() => leave.switchTo('live')}>
        Leave test mode
      </Button>
      <LossyModeSwitch lossy={leave.lossy} />
    </div>
  );
}

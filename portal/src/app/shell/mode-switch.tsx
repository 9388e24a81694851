import { MODES, type Mode } from '../../../../shared/domain/mode.js';
import { useAccount } from '../../lib/session/session.js';
import { useMay } from '../../lib/session/use-may.js';
import { useSwitchMode } from '../../lib/session/use-mode.js';
import { LossyModeSwitch } from './lossy-mode-switch.js';
import classes from './mode-switch.module.css';
import { usePlaceInMode } from './place-in-mode.js';

const WORDS: Readonly<Record<Mode, string>> = { live: 'Live', test: 'Test' };

/** Shows which side of the client is in use, and switches to the other, on every page. */
export function ModeSwitch() {
  const { mode } = useAccount();
  const may = useMay();
  const change = useSwitchMode(usePlaceInMode());
  if (!may('switch_mode')) return null;
  return (
    <fieldset className={classes.switch} aria-label="Mode">
      {MODES.map((side) => (
        <button
          key={side}
          type="button"
          className={classes.side}
          data-side={side}
          aria-pressed={side === mode}
          disabled={change.isPending}
          onClick={() => side !== mode && change.switchTo(side)}
        >
          {WORDS[side]}
        </button>
      ))}
      <LossyModeSwitch lossy={change.lossy} />
    </fieldset>
  );
}

import type { LossyModeSwitch } from '../../lib/session/use-mode.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';

/** Asks before a switch of modes that loses what was typed: what belongs to one mode is never finished in the other. */
export function ModeQuestion({ lossy: { mode, isPending, goOn, stay } }: { lossy: LossyModeSwitch }) {
  return (
    <ConfirmDialog
      opened
      title={mode === 'test' ? 'Switch to test mode?' : 'Switch to live mode?'}
      action="Switch anyway"
      dismiss="Stay here"
      busy={isPending}
      error={null}
      onConfirm={goOn}
      onClose={stay}
    >
      <p>Anything you have typed but not sent would be lost, here and in the other tabs of this browser.</p>
    </ConfirmDialog>
  );
}

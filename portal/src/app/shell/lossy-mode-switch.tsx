import { DialogPart } from '../../lib/parts/dialog-part.js';
import { lazyPart } from '../../lib/parts/lazy-part.js';
import type { LossyModeSwitch as Lossy } from '../../lib/session/use-mode.js';

const ModeQuestion = lazyPart(async () => (await import('./mode-question.js')).ModeQuestion);

/** The question about a switch of modes that would lose something, which is loaded when it is needed. */
export function LossyModeSwitch({ lossy }: { lossy: Lossy | undefined }) {
  return (
    lossy && (
      <DialogPart onClose={lossy.stay}>
        <ModeQuestion lossy={lossy} />
      </DialogPart>
    )
  );
}

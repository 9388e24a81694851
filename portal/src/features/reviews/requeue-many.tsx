import { Button } from '@mantine/core';
import type { WireReview } from '../../../../shared/wire/review.js';
import { useUnsent } from '../../lib/session/unsent.js';
import { RequeuePreview } from './requeue-preview.js';

// The most that the API takes at once.
const MAX_CASES = 100;

/**
 * Sends back together the cases whose calls were certainly never sent, as after an outage, once the reviewer has seen
 * which they are.
 */
export function RequeueMany({ shown }: { shown: readonly WireReview[] | undefined }) {
  // Those of the moment when the button was pressed: the desk goes on changing behind the dialog.
  const [chosen, setChosen] = useUnsent<readonly WireReview[] | null>('sending cases back', null);
  // Until the desk is loaded, nobody knows whether those chosen before are still there.
  if (shown === undefined) return null;
  const possible = shown
    .filter(({ certainly_not_sent, taken_by }) => certainly_not_sent && taken_by === null)
    .slice(0, MAX_CASES);
  if (possible.length < 2 && chosen === null) return null;
  return (
    <>
      <Button variant="default" onClick={() => setChosen(possible)}>
        {`Send back ${possible.length} that were never sent…`}
      </Button>
      {chosen !== null && (
        <RequeuePreview
          cases={chosen}
          possible={possible}
          onChoose={setChosen}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

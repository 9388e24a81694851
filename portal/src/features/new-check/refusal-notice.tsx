import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ApiFailure, toFailure } from '../../lib/api/failure.js';
import { formatCredits } from '../../lib/format.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { Notice } from '../../lib/ui/notice.js';
import text from '../../lib/ui/text.module.css';

interface RefusalNoticeProps {
  error: unknown;
  onAnotherKey: () => void;
}

/** Why a submission was not accepted, and what that means for the credits. */
export function RefusalNotice({ error, onAnotherKey }: RefusalNoticeProps) {
  if (error === null) return null;
  const failure = toFailure(error);
  const reusedBy = failure.body.request_id;
  if (reusedBy !== undefined) return <AcceptedBefore requestId={reusedBy} onAnotherKey={onAnotherKey} />;
  if (failure.kind === 'insufficient_credits') return <NotEnough failure={failure} />;
  if (failure.body.stored === 'no') return <NotNow failure={failure} />;
  if (failure.kind === 'unreachable' || failure.httpStatus >= 500) return <Unknown failure={failure} />;
  const changed = failure.faults.find(({ code }) => code === 'charge_changed');
  if (changed !== undefined) {
    return (
      <Notice tone="warn" title="The charge has changed" alert>
        Nothing was submitted. Look at the new charge, approve it, and submit again.
      </Notice>
    );
  }
  return <FailureNotice error={failure} inputs={INPUTS} />;
}

/** By the names of the API: the inputs of the form say what is wrong with them. */
const INPUTS = {
  subject: true,
  'parameters.vin': true,
  'parameters.entity': true,
  'parameters.country': true,
  'parameters.dataset': true,
  purpose: true,
  reference: true,
  authority_confirmed: true,
  charge_approved: true,
  biometric_consent: true,
};

/** The form was submitted before a reload. */
export function AlreadySubmitted({ requestId, onStartAnew }: { requestId: string; onStartAnew: () => void }) {
  return (
    <Notice tone="warn" title="This form has been submitted already" alert>
      <p>
        Nothing was submitted a second time.{' '}
        <Link to="/checks/$requestId" params={{ requestId }} className={text.plainLink ?? ''}>
          Open that check
        </Link>{' '}
        to see its state.
      </p>
      <Button variant="default" size="compact-sm" onClick={onStartAnew}>
        Start another check
      </Button>
    </Notice>
  );
}

/** What was submitted first, without an answer, was accepted; something else has been filled in since. */
function AcceptedBefore({ requestId, onAnotherKey }: { requestId: string; onAnotherKey: () => void }) {
  return (
    <Notice tone="warn" title="What you submitted before was accepted" alert>
      <p>
        What is filled in now differs from it and was not submitted.{' '}
        <Link to="/checks/$requestId" params={{ requestId }} className={text.plainLink ?? ''}>
          Open the check that was accepted
        </Link>
        , or submit this as another.
      </p>
      <Button variant="default" size="compact-sm" onClick={onAnotherKey}>
        Keep this for another check
      </Button>
    </Notice>
  );
}

function NotEnough({ failure }: { failure: ApiFailure }) {
  const { credits_required = 0, credits_available = 0 } = failure.body;
  return (
    <Notice tone="warn" title="Not enough credits" alert>
      {`Nothing was submitted. This check costs ${formatCredits(credits_required)} and ${formatCredits(credits_available)} are available. Ask your account manager for a top-up, then submit again.`}
    </Notice>
  );
}

function NotNow({ failure }: { failure: ApiFailure }) {
  return (
    <Notice tone="warn" title="The check was not submitted" alert>
      <p>{failure.message}</p>
      <p>Nothing was stored or charged. Submit this form again in a moment.</p>
    </Notice>
  );
}

function Unknown({ failure }: { failure: ApiFailure }) {
  return (
    <Notice tone="warn" title="It is not known whether the check was accepted" alert>
      <p>{failure.message}</p>
      <p>Submit this form again, even after a reload: it keeps its key, so it cannot be charged twice.</p>
    </Notice>
  );
}

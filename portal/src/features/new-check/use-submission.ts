import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { WireDuplicate } from '../../../../shared/wire/preflight.js';
import { type ApiFailure, toFailure } from '../../lib/api/failure.js';
import { SERVICES_KEY } from '../../lib/api/use-services.js';
import { WALLET_KEY } from '../../lib/api/use-wallet.js';
import { rememberSubject } from '../../lib/session/known-subjects.js';
import { type Draft, forgetDraft } from './begin-draft.js';
import { renewFormKey } from './form-key.js';
import { forgetLeft, leftKeyOf, rememberLeft } from './left-keys.js';
import { askFirst, type Submitted, submitCheck } from './submit-check.js';
import { rememberUse } from './used-checks.js';
import { rememberPurpose } from './used-purposes.js';

/** What was filled in when the button was pressed: the form may change before the answer comes. */
interface Pressed {
  draft: Draft;
  again: boolean;
}

/** The result of pressing the button: a request, or earlier ones that asked for the same. */
type Answer = ({ kind: 'submitted' } & Submitted) | { kind: 'duplicates'; duplicates: WireDuplicate[] };

interface SubmissionOptions {
  draft: Draft;
  credits: number;
  formKey: string;
  onAccepted: () => void;
  /** The form is left while its key is in use: the next one needs another. */
  onLeftWaiting: () => void;
  onRefused: (failure: ApiFailure) => void;
}

/**
 * The submission of a form: first asks whether the same was requested before, and pays a second time only with `again`.
 * One whose answer was lost is repeated under its key without asking, because the earlier request would be itself; not
 * once something else is filled in.
 */
export function useSubmission(options: SubmissionOptions) {
  const { draft, credits, formKey, onAccepted, onLeftWaiting, onRefused } = options;
  const sending = useRef(false);
  /** What was sent and not answered yet. */
  const unanswered = useRef<Draft | null>(null);
  const leaveWaiting = useRef(onLeftWaiting);
  leaveWaiting.current = onLeftWaiting;
  const lost = useRef<Draft | null>(null);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      if (unanswered.current === null) return;
      rememberLeft(unanswered.current, formKey);
      leaveWaiting.current();
    };
  }, [formKey]);
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  const submission = useMutation({
    mutationFn: ({ draft: asked, again }: Pressed) => submitOnce(asked, again || lost.current === asked),
    onSuccess: async (answer, { draft: asked }) => {
      if (answer.kind === 'duplicates') {
        if (left.current)
          tellNotSubmitted('The same check was made before. Its form asks whether to pay again.');
        return;
      }
      const { requestId, providerUnavailable } = answer;
      rememberSubject(requestId, asked);
      rememberPurpose(asked.purpose.trim());
      rememberUse(asked.serviceCode);
      void queryClient.invalidateQueries({ queryKey: WALLET_KEY });
      void queryClient.invalidateQueries({ queryKey: ['/verifications'] });
      // Whoever has gone on to something else is not taken away from it.
      if (left.current) {
        notifications.show({ title: 'Check submitted', message: 'You can find it in the history.' });
        return;
      }
      renewFormKey();
      onAccepted();
      forgetDraft();
      await navigate({
        to: '/checks/$requestId',
        params: { requestId },
        state: (state) => ({ ...state, providerUnavailable }),
      });
    },
    onError: (error, { draft: asked }) => {
      const failure = toFailure(error);
      if (isLost(failure)) lost.current = asked;
      onRefused(failure);
      if (left.current) tellNotSubmitted(failure.message, isLost(failure));
      if (failure.faults.some(({ field }) => field === 'credits_approved')) {
        void queryClient.invalidateQueries({ queryKey: SERVICES_KEY });
      }
    },
    onSettled: (_answer, error, { draft: asked }) => {
      sending.current = false;
      if (error === null || !isLost(toFailure(error))) forgetLeft(asked);
    },
  });

  async function submitOnce(asked: Draft, again: boolean): Promise<Answer> {
    unanswered.current = asked;
    try {
      return await askAndSubmit(asked, again);
    } finally {
      unanswered.current = null;
    }
  }

  async function askAndSubmit(asked: Draft, again: boolean): Promise<Answer> {
    if (!again) {
      const { duplicates } = await askFirst(asked, credits);
      if (duplicates.length > 0) return { kind: 'duplicates', duplicates };
    }
    const key = leftKeyOf(asked) ?? formKey;
    try {
      return { kind: 'submitted', ...(await submitCheck(asked, { credits, key, again })) };
    } catch (error) {
      // Somebody requested the same between the question and the submission: the user decides here too.
      if (toFailure(error).httpStatus !== 409) throw error;
      const { duplicates } = await askFirst(asked, credits);
      if (duplicates.length === 0) throw error;
      return { kind: 'duplicates', duplicates };
    }
  }

  const { data, variables } = submission;
  return {
    submission,
    /** Those of what is filled in now: for anything else, whether to pay again was not asked. */
    duplicates: data?.kind === 'duplicates' && variables?.draft === draft ? data.duplicates : [],
    submit: (again: boolean) => {
      // The mutation's state changes with the next rendering, too late for the second click of a double click.
      if (sending.current) return;
      sending.current = true;
      submission.mutate({ draft, again });
    },
  };
}

/** For whoever has gone on to something else: the form that would say it is not there. */
function tellNotSubmitted(message: string, maybe = false): void {
  const title = maybe ? 'It is not known whether the check was accepted' : 'Check not submitted';
  notifications.show({ color: 'red', title, message, autoClose: false });
}

/** Whether the request may have been accepted although no answer came. */
function isLost({ httpStatus, kind, body }: ApiFailure): boolean {
  return body.stored !== 'no' && (kind === 'unreachable' || httpStatus >= 500);
}

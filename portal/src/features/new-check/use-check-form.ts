import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { WireService } from '../../../../shared/wire/services.js';
import { toFailure } from '../../lib/api/failure.js';
import { SERVICES_KEY } from '../../lib/api/use-services.js';
import { WALLET_KEY } from '../../lib/api/use-wallet.js';
import { type Draft, forgetDraft, keepDraft, openDraft, repriced } from './draft.js';
import { renewFormKey } from './form-key.js';
import { type DraftFaults, judgeDraft } from './judge-draft.js';
import { submitCheck } from './submit-check.js';

/** What is filled in, what is wrong with it, and its submission: one request per key, however often one clicks. */
export function useCheckForm(service: WireService, formKey: string) {
  const [typed, setDraft] = useState<Draft>(() => openDraft(service));
  const draft = repriced(typed, service);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [judged, setJudged] = useState(false);
  const [stops, setStops] = useState(0);
  const [refused, setRefused] = useState<DraftFaults>({});
  const sending = useRef(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  const accepted = useRef(false);
  useEffect(() => {
    if (!accepted.current) keepDraft(service, typed);
  }, [service, typed]);

  const submission = useMutation({
    mutationFn: () => submitCheck(draft, service.credits, formKey),
    onSuccess: async ({ requestId, providerUnavailable }) => {
      renewFormKey();
      accepted.current = true;
      forgetDraft();
      void queryClient.invalidateQueries({ queryKey: WALLET_KEY });
      void queryClient.invalidateQueries({ queryKey: ['/verifications'] });
      await navigate({
        to: '/checks/$requestId',
        params: { requestId },
        state: (state) => ({ ...state, providerUnavailable }),
      });
    },
    onError: (error) => {
      const faults = Object.fromEntries(
        toFailure(error).faults.map(({ field, message }) => [field, message]),
      );
      setRefused(faults);
      setStops((count) => count + 1);
      if (faults.credits_approved !== undefined) {
        setDraft((before) => ({ ...before, chargeApproved: false }));
        void queryClient.invalidateQueries({ queryKey: SERVICES_KEY });
      }
    },
    onSettled: () => {
      sending.current = false;
    },
  });

  const faults = judgeDraft(draft);
  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...repriced(before, service), ...changes }));
    setRefused({});
  };
  const submit = () => {
    setJudged(true);
    // The state of the mutation comes with the next rendering: too late for the second click of a double click.
    if (sending.current) return;
    if (Object.keys(faults).length > 0) {
      setStops((count) => count + 1);
      return;
    }
    sending.current = true;
    submission.mutate();
  };
  return {
    draft,
    change,
    leave: (field: string) => setLeft((before) => new Set(before).add(field)),
    faults,
    shownFaults: { ...refused, ...visibleFaults(faults, left, judged) },
    submit,
    /** How often something kept the form from being accepted. */
    stops,
    submission,
  };
}

/** A fault is shown once its field was left, or everything was judged: never while somebody types for the first time. */
function visibleFaults(faults: DraftFaults, left: ReadonlySet<string>, judged: boolean): DraftFaults {
  const shown = Object.entries(faults).filter(
    ([field]) => judged || left.has(field) || field.startsWith('parameters.'),
  );
  return Object.fromEntries(shown);
}

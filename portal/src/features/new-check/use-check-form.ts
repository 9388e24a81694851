import { useEffect, useRef, useState } from 'react';
import type { WireService } from '../../../../shared/wire/services.js';
import { useAfterPress } from '../../lib/ui/use-after-press.js';
import type { Draft } from './begin-draft.js';
import { keepDraft, openDraft, repriced } from './draft.js';
import { useSubmission } from './use-submission.js';
import { type DraftFaults, validateDraft } from './validate-draft.js';

/**
 * What is filled in, what is wrong with it, and its submission: one request per key, however often the button is
 * pressed.
 */
export function useCheckForm(service: WireService, formKey: string, onAnotherKey: () => void) {
  const [typed, setDraft] = useState<Draft>(() => openDraft(service));
  const draft = repriced(typed, service);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [judged, setJudged] = useState(false);
  const afterPress = useAfterPress();
  const [stops, setStops] = useState(0);
  const [refused, setRefused] = useState<DraftFaults>({});

  const accepted = useRef(false);
  useEffect(() => {
    if (!accepted.current) keepDraft(typed);
  }, [typed]);

  const { submission, duplicates, submit } = useSubmission({
    draft,
    credits: service.credits,
    formKey,
    onAccepted: () => {
      accepted.current = true;
    },
    onLeftWaiting: onAnotherKey,
    onRefused: (failure) => {
      const faults = Object.fromEntries(failure.faults.map(({ field, message }) => [field, message]));
      setRefused(faults);
      setStops((count) => count + 1);
      if (faults.credits_approved !== undefined) setDraft((before) => ({ ...before, chargeApproved: false }));
    },
  });

  const faults = validateDraft(draft);
  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...repriced(before, service), ...changes }));
    setRefused({});
  };
  return {
    draft,
    change,
    leave: (field: string) => afterPress(() => setLeft((before) => new Set(before).add(field))),
    faults,
    shownFaults: { ...refused, ...visibleFaults(faults, left, judged) },
    /** Submits the form; `again` pays although the same was requested before. */
    submit: (again = false) => {
      setJudged(true);
      if (Object.keys(faults).length > 0) setStops((count) => count + 1);
      else submit(again);
    },
    /** How often something has prevented the form from being accepted. */
    stops,
    submission,
    /** Earlier requests for the same, newest first, until the user decides or changes the form. */
    duplicates,
  };
}

/** A fault is shown once its field was left or everything was validated, never during the first typing. */
function visibleFaults(faults: DraftFaults, left: ReadonlySet<string>, judged: boolean): DraftFaults {
  const shown = Object.entries(faults).filter(
    ([field]) => judged || left.has(field) || field.startsWith('parameters.'),
  );
  return Object.fromEntries(shown);
}

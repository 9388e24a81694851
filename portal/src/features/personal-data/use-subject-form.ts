import { useDisclosure } from '@mantine/hooks';
import type { FormEvent } from 'react';
import { faultsByField } from '../../lib/api/failure.js';
import { useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { isNothing } from './results.js';
import { useCount, useErasure, useExport } from './use-subject-requests.js';

const EMPTY = { subject: '', reason: '', withAnswers: false };

/** The value of the button that asks for an erasure. */
export const ERASE = 'erase';

/** An admin's request about a subject, and its two possible results; an erasure asks for confirmation first. */
export function useSubjectForm(clientId: string) {
  const fields = useUnsentForm(`subject of ${clientId}`, {
    initialValues: EMPTY,
    validate: {
      subject: (value) => (value.trim() === '' ? 'Enter the full number or name that was checked.' : null),
      reason: (value) =>
        value.trim().length < 3
          ? 'Say who asked and when, for example "Request of 1 September, ticket 4711".'
          : null,
    },
  });
  const [asking, { open, close }] = useDisclosure(false);
  const exported = useExport(clientId);
  const counted = useCount(clientId);
  const erasure = useErasure(clientId);
  const toBody = ({ subject, reason }: Omit<typeof EMPTY, 'withAnswers'>) => ({
    subject: subject.trim(),
    reason: reason.trim(),
  });
  const onError = (error: unknown) => fields.setErrors(faultsByField(error));
  const save = ({ withAnswers, ...values }: typeof EMPTY) => {
    erasure.reset();
    counted.reset();
    exported.mutate({ ...toBody(values), withAnswers }, { onError });
  };
  const ask = (values: typeof EMPTY) => {
    exported.reset();
    erasure.reset();
    counted.mutate(toBody(values), {
      onError,
      onSuccess: (count) => {
        if (!isNothing(count)) open();
      },
    });
  };
  // Both buttons send the form: whatever is sent with a fault leads to it.
  const send = fields.onSubmit((values, event) =>
    submitterOf(event) === ERASE ? ask(values) : save(values),
  );
  const erase = () => {
    // What was counted is what is confirmed: the inputs may hold another subject since, if the count took its time.
    const confirmed = counted.variables;
    if (confirmed === undefined) return;
    exported.reset();
    const onSuccess = () => {
      if (toBody(fields.getValues()).subject === confirmed.subject) fields.reset();
      counted.reset();
    };
    erasure.mutate(confirmed, { onSuccess, onError, onSettled: close });
  };
  return { fields, exported, counted, erasure, send, asking, erase, close };
}

export type SubjectForm = ReturnType<typeof useSubjectForm>;

/** The value of the button that sent a form; the Enter key presses the first one. */
function submitterOf(event: FormEvent<HTMLFormElement> | undefined): string | undefined {
  const { submitter } = (event?.nativeEvent as SubmitEvent | undefined) ?? {};
  return submitter instanceof HTMLButtonElement ? submitter.value : undefined;
}

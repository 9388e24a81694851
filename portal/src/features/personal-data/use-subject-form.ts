import { useDisclosure } from '@mantine/hooks';
import { faultsByField } from '../../lib/api/failure.js';
import { useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { isNothing } from './results.js';
import { useCount, useErasure, useExport } from './use-subject-requests.js';

const EMPTY = { subject: '', reason: '', withAnswers: false };

/** An admin's request about a subject, and its two possible results; an erasure asks for confirmation first. */
export function useSubjectForm(clientId: string) {
  const fields = useUnsentForm(`subject of ${clientId}`, {
    initialValues: EMPTY,
    validate: {
      subject: (value) => (value.trim() === '' ? 'Enter the whole number or name that was checked.' : null),
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
  const toBody = ({ subject, reason }: typeof EMPTY) => ({ subject: subject.trim(), reason: reason.trim() });
  const onError = (error: unknown) => fields.setErrors(faultsByField(error));
  const save = fields.onSubmit((values) => {
    erasure.reset();
    counted.reset();
    exported.mutate({ ...toBody(values), withAnswers: values.withAnswers }, { onError });
  });
  const ask = () => {
    if (fields.validate().hasErrors) return;
    exported.reset();
    erasure.reset();
    counted.mutate(toBody(fields.getValues()), {
      onError,
      onSuccess: (count) => {
        if (!isNothing(count)) open();
      },
    });
  };
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
  return { fields, exported, counted, erasure, save, asking, ask, erase, close };
}

export type SubjectForm = ReturnType<typeof useSubjectForm>;

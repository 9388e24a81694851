import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { faultsByField, toFailure } from '../../lib/api/failure.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Panel } from '../../lib/ui/panel.js';
import classes from './personal-data.module.css';
import { ErasureResult, ExportResult } from './results.js';
import { useErasure, useExport } from './use-subject-requests.js';

const EMPTY = { subject: '', reason: '', withAnswers: false };

/** What a person may ask for whom a client has checked: to see what is held, and to have it erased. */
export function PersonalDataPanel({ clientId, clientName }: { clientId: string; clientName: string }) {
  const fields = useForm({
    mode: 'uncontrolled',
    initialValues: EMPTY,
    validate: {
      subject: (value) => (value.trim() === '' ? 'Give the whole number or name that was checked.' : null),
      reason: (value) =>
        value.trim().length < 3
          ? 'Say who asked and when, for example "Request of 1 September, ticket 4711".'
          : null,
    },
  });
  const [asking, ask] = useDisclosure(false);
  const exported = useExport(clientId);
  const erasure = useErasure(clientId);
  const toBody = ({ subject, reason }: typeof EMPTY) => ({ subject: subject.trim(), reason: reason.trim() });
  const save = fields.onSubmit((values) => {
    erasure.reset();
    const { withAnswers } = values;
    exported.mutate(
      { ...toBody(values), withAnswers },
      { onError: (error) => fields.setErrors(faultsByField(error)) },
    );
  });
  const erase = () => {
    exported.reset();
    erasure.mutate(toBody(fields.getValues()), {
      onSuccess: () => fields.reset(),
      onError: (error) => fields.setErrors(faultsByField(error)),
      onSettled: ask.close,
    });
  };
  const error = exported.error ?? erasure.error;
  return (
    <Panel title="Personal data">
      <form className={`${form.stack} ${form.narrow}`} noValidate onSubmit={save}>
        <p className={classes.lead}>
          When a person asks what is held on them, or to have it erased. The audit log keeps that you did it.
        </p>
        <TextInput
          label="Subject"
          description="Whole, in any spelling that a check accepts."
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          key={fields.key('subject')}
          {...fields.getInputProps('subject')}
        />
        <TextInput
          label="Reason"
          description="The audit log keeps it for good, so it must not name the subject."
          autoComplete="off"
          maxLength={500}
          key={fields.key('reason')}
          {...fields.getInputProps('reason')}
        />
        <Checkbox
          label="Export the provider's answers as they came, too. They may tell of other people: look through them first."
          key={fields.key('withAnswers')}
          {...fields.getInputProps('withAnswers', { type: 'checkbox' })}
        />
        {error !== null && toFailure(error).faults.length === 0 && <FailureNotice error={error} />}
        <div aria-live="polite" className={form.stack}>
          {exported.data !== undefined && <ExportResult checks={exported.data} />}
          {erasure.data !== undefined && <ErasureResult erasure={erasure.data} />}
        </div>
        <Group gap="sm">
          <Button type="submit" variant="default" loading={exported.isPending}>
            Export what is held
          </Button>
          <Button variant="default" onClick={() => !fields.validate().hasErrors && ask.open()}>
            Erase…
          </Button>
        </Group>
      </form>
      <ConfirmDialog
        opened={asking}
        title="Erase what is held on this subject?"
        action="Erase for good"
        dangerous
        busy={erasure.isPending}
        error={null}
        onConfirm={erase}
        onClose={ask.close}
      >
        {clientName} loses the subject, the facts and the photograph of every settled check on it. Status,
        outcome, credits, purpose and consent stay. This cannot be taken back: export first what the person
        also asked for.
      </ConfirmDialog>
    </Panel>
  );
}

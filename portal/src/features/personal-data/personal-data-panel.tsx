import { Button, Group } from '@mantine/core';
import { toFailure } from '../../lib/api/failure.js';
import { ConfirmDialog } from '../../lib/ui/confirm-dialog.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Panel } from '../../lib/ui/panel.js';
import classes from './personal-data.module.css';
import { CountResult, ErasureResult, ExportResult, isNothing, NothingHeld } from './results.js';
import { SubjectInputs } from './subject-inputs.js';
import { ERASE, type SubjectForm, useSubjectForm } from './use-subject-form.js';

/** Serves the rights of people a client has checked: to see what is stored about them, and to have it erased. */
export function PersonalDataPanel({ clientId, clientName }: { clientId: string; clientName: string }) {
  const subject = useSubjectForm(clientId);
  return (
    <Panel title="Personal data">
      <form className={`${form.stack} ${form.narrow}`} noValidate onSubmit={subject.send}>
        <p className={classes.lead}>
          For a person who asks what is held on them, or to have it erased. The audit log records that you did
          it.
        </p>
        <SubjectInputs fields={subject.fields} />
        <Results exported={subject.exported} counted={subject.counted} erasure={subject.erasure} />
        <Group gap="sm">
          <Button type="submit" variant="default" loading={subject.exported.isPending}>
            Export what is held
          </Button>
          <Button type="submit" value={ERASE} variant="default" loading={subject.counted.isPending}>
            Erase…
          </Button>
        </Group>
      </form>
      <EraseDialog subject={subject} clientName={clientName} />
    </Panel>
  );
}

/** Where two people decide, what is confirmed here is only proposed. */
function EraseDialog({ subject, clientName }: { subject: SubjectForm; clientName: string }) {
  const count = subject.counted.data;
  const proposes = count?.approval_required === true;
  return (
    <ConfirmDialog
      opened={subject.asking}
      title={
        proposes ? 'Propose to erase what is held on this subject?' : 'Erase what is held on this subject?'
      }
      action={proposes ? 'Propose the erasure' : 'Erase for good'}
      dangerous
      busy={subject.erasure.isPending}
      error={null}
      onConfirm={subject.erase}
      onClose={subject.close}
    >
      {count !== undefined && <CountResult count={count} />}
      <p>
        {proposes && 'Nothing is erased until another administrator approves. Then '}
        {clientName} loses the subject, the facts and the photograph of every completed check on it. Status,
        outcome, credits, purpose and consent stay. This cannot be undone: export first what the person also
        asked for.
      </p>
    </ConfirmDialog>
  );
}

/** The result of the last request. Faults of single fields are shown beside them. */
function Results({ exported, counted, erasure }: Pick<SubjectForm, 'exported' | 'counted' | 'erasure'>) {
  const error = exported.error ?? counted.error ?? erasure.error;
  return (
    <div aria-live="polite" className={form.stack}>
      {error !== null && toFailure(error).faults.length === 0 && <FailureNotice error={error} />}
      {exported.data !== undefined && <ExportResult {...exported.data} />}
      {counted.data !== undefined && isNothing(counted.data) && <NothingHeld />}
      {erasure.data !== undefined && <ErasureResult erasure={erasure.data} />}
    </div>
  );
}

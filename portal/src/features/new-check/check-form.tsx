import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { WireService } from '../../../../shared/wire/services.js';
import { useService } from '../../lib/api/use-service.js';
import { durationWords, formatCredits } from '../../lib/format.js';
import { longestInput } from '../../lib/longest-input.js';
import { DialogPart } from '../../lib/parts/dialog-part.js';
import { lazyPart } from '../../lib/parts/lazy-part.js';
import form from '../../lib/ui/form.module.css';
import { Notice } from '../../lib/ui/notice.js';
import { Panel } from '../../lib/ui/panel.js';
import { Confirmations } from './confirmations.js';
import { CostSummary } from './cost-summary.js';
import { DuplicatesNotice } from './duplicates-notice.js';
import classes from './new-check.module.css';
import { ParameterFields } from './parameter-fields.js';
import { PurposeField } from './purpose-field.js';
import { RefusalNotice } from './refusal-notice.js';
import { SubjectField } from './subject-field.js';
import { useCheckForm } from './use-check-form.js';
import { hasValidSubject, REFERENCE_MAX } from './validate-draft.js';

const ServiceDialog = lazyPart(async () => (await import('./service-dialog.js')).ServiceDialog);

interface CheckFormProps {
  service: WireService;
  formKey: string;
  /** The key has been used by something else, or is in use: goes on under another. */
  onAnotherKey: () => void;
}

/** The form of one check, from the subject to the approval of the charge. */
export function CheckForm({ service, formKey, onAnotherKey }: CheckFormProps) {
  const checkForm = useCheckForm(service, formKey, onAnotherKey);
  const { draft, change, leave, shownFaults, submit, stops, submission, duplicates } = checkForm;
  const fields = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (stops > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [stops]);
  return (
    <Panel
      title={service.label}
      aside={<span className={classes.price}>{formatCredits(service.credits)}</span>}
    >
      <form
        ref={fields}
        className={form.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <AboutLine service={service} />
        <SourceNotice service={service} />
        <SubjectField
          service={service}
          value={draft.subject}
          error={shownFaults.subject}
          valid={hasValidSubject(draft)}
          onChange={(subject) => change({ subject })}
          onLeave={() => draft.subject !== '' && leave('subject')}
        />
        <ParameterFields
          names={service.parameters}
          values={draft.parameters}
          faults={shownFaults}
          onChange={(parameters) => change({ parameters })}
        />
        <PurposeField
          value={draft.purpose}
          error={shownFaults.purpose}
          onChange={(purpose) => change({ purpose })}
          onLeave={() => draft.purpose !== '' && leave('purpose')}
        />
        <TextInput
          label="Your reference (optional)"
          description="Your own name for the case. It is shown on the report and in the history."
          autoComplete="off"
          maxLength={longestInput(REFERENCE_MAX)}
          value={draft.reference}
          error={shownFaults.reference}
          onChange={({ currentTarget }) => change({ reference: currentTarget.value })}
          onBlur={() => draft.reference !== '' && leave('reference')}
        />
        <Confirmations service={service} draft={draft} faults={shownFaults} onChange={change} />
        <CostSummary credits={service.credits} refused={submission.isError} />
        <RefusalNotice error={submission.error} onAnotherKey={onAnotherKey} />
        {duplicates.length > 0 ? (
          <DuplicatesNotice
            duplicates={duplicates}
            credits={service.credits}
            service={service.service_code}
            busy={submission.isPending}
            onPayAgain={() => submit(true)}
          />
        ) : (
          <Button
            type="submit"
            size="md"
            classNames={{ root: classes.pays, label: classes.paysLabel }}
            loading={submission.isPending}
          >
            {`Submit check · ${formatCredits(service.credits)}`}
          </Button>
        )}
      </form>
    </Panel>
  );
}

/** How long the check usually takes, with a link to what it returns. */
function AboutLine({ service }: { service: WireService }) {
  const [opened, setOpened] = useState(false);
  const { data } = useService(service.service_code);
  const turnaround = data?.turnaround ?? null;
  return (
    <div className={classes.about}>
      <span>
        {turnaround === null
          ? 'Usually answered within seconds'
          : `Usually answered within ${durationWords(turnaround.p50_ms)}`}
      </span>
      <button type="button" className={classes.aboutButton} onClick={() => setOpened(true)}>
        What it returns, with a sample
      </button>
      {opened && (
        <DialogPart onClose={() => setOpened(false)}>
          <ServiceDialog service={service} onClose={() => setOpened(false)} />
        </DialogPart>
      )}
    </div>
  );
}

function SourceNotice({ service }: { service: WireService }) {
  if (service.health === 'operational') return null;
  return service.health === 'down' ? (
    <Notice tone="warn" title="The source cannot be reached at the moment">
      You can still submit: the check waits until the source is back.
    </Notice>
  ) : (
    <Notice tone="plain" title="The source has answered with errors in the last few minutes">
      Your check may take longer than usual, or need a review by support.
    </Notice>
  );
}

import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { WireService } from '../../../../shared/wire/services.js';
import { formatCredits } from '../../lib/format.js';
import { longestInput } from '../../lib/longest-input.js';
import form from '../../lib/ui/form.module.css';
import { Notice } from '../../lib/ui/notice.js';
import { Panel } from '../../lib/ui/panel.js';
import { Confirmations } from './confirmations.js';
import { CostSummary } from './cost-summary.js';
import { cleanFormOf, PURPOSE_MAX } from './judge-draft.js';
import classes from './new-check.module.css';
import { ParameterFields } from './parameter-fields.js';
import { RefusalNotice } from './refusal-notice.js';
import { SubjectField } from './subject-field.js';
import { useCheckForm } from './use-check-form.js';

interface CheckFormProps {
  service: WireService;
  formKey: string;
  onStartAnew: () => void;
}

/** The form of one check, from the subject to the charge. */
export function CheckForm({ service, formKey, onStartAnew }: CheckFormProps) {
  const { draft, change, leave, shownFaults, submit, stops, submission } = useCheckForm(service, formKey);
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
        <SourceNotice service={service} />
        <SubjectField
          service={service}
          value={draft.subject}
          error={shownFaults.subject}
          valid={cleanFormOf(draft) !== undefined}
          onChange={(subject) => change({ subject })}
          onLeave={() => draft.subject !== '' && leave('subject')}
        />
        <ParameterFields
          names={service.parameters}
          values={draft.parameters}
          faults={shownFaults}
          onChange={(parameters) => change({ parameters })}
        />
        <Textarea
          label="Purpose"
          description="The lawful reason for this check. It is recorded and shown on the report."
          withAsterisk
          required
          rows={2}
          maxLength={longestInput(PURPOSE_MAX)}
          value={draft.purpose}
          error={shownFaults.purpose}
          onChange={({ currentTarget }) => change({ purpose: currentTarget.value })}
          onBlur={() => draft.purpose !== '' && leave('purpose')}
        />
        <Confirmations service={service} draft={draft} faults={shownFaults} onChange={change} />
        <CostSummary credits={service.credits} refused={submission.isError} />
        <RefusalNotice error={submission.error} onStartAnew={onStartAnew} />
        <Button type="submit" size="md" loading={submission.isPending}>
          {`Submit check · ${formatCredits(service.credits)}`}
        </Button>
      </form>
    </Panel>
  );
}

function SourceNotice({ service }: { service: WireService }) {
  if (service.health === 'operational') return null;
  return service.health === 'down' ? (
    <Notice tone="warn" title="The source cannot be reached at the moment">
      You can submit: the check waits and is made when the source is back.
    </Notice>
  ) : (
    <Notice tone="plain" title="The source has answered with errors in the last few minutes">
      Your check may take longer than usual, or need a review by support.
    </Notice>
  );
}

import { Button } from '@mantine/core';
import type { WireClient } from '../../../../shared/wire/admin.js';
import { faultsByField } from '../../lib/api/failure.js';
import { startFrom, useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Panel } from '../../lib/ui/panel.js';
import { useChangeClient } from '../clients/use-change-client.js';
import { LimitInputs } from './limit-inputs.js';
import { LIMIT_RULES, type LimitValues, limitChanges, limitValuesOf } from './limit-values.js';

/** A client's spending limits, which admins can set. */
export function ClientLimits({ client }: { client: WireClient }) {
  const fields = useUnsentForm<LimitValues>(`limits of ${client.client_id}`, {
    initialValues: limitValuesOf(client.limits),
    validate: LIMIT_RULES,
  });
  const change = useChangeClient(client.client_id);
  const save = fields.onSubmit((values) =>
    change.mutate(
      { limits: limitChanges(fields.getInitialValues(), values) },
      {
        onSuccess: ({ limits }) => startFrom(fields, limitValuesOf(limits)),
        onError: (error) => fields.setErrors(faultsByField(error, fields.getValues())),
      },
    ),
  );
  return (
    <Panel title="Spending limits">
      <form className={`${form.stack} ${form.narrow}`} noValidate onSubmit={save}>
        <FailureNotice error={change.error} inputs={fields.getValues()} />
        <LimitInputs fields={fields} />
        <div>
          <Button type="submit" loading={change.isPending}>
            Set the limits
          </Button>
        </div>
      </form>
    </Panel>
  );
}

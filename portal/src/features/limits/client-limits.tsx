import { Button } from '@mantine/core';
import type { WireClient } from '../../../../shared/wire/admin.js';
import { useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Panel } from '../../lib/ui/panel.js';
import { useChangeClient } from '../clients/use-change-client.js';
import { LimitInputs } from './limit-inputs.js';
import { LIMIT_RULES, type LimitValues, limitsOf, limitValuesOf } from './limit-values.js';

/** A client's spending limits, which admins can set. */
export function ClientLimits({ client }: { client: WireClient }) {
  const fields = useUnsentForm<LimitValues>(`limits of ${client.client_id}`, {
    initialValues: limitValuesOf(client.limits),
    validate: LIMIT_RULES,
  });
  const change = useChangeClient(client.client_id);
  return (
    <Panel title="Spending limits">
      <form
        className={`${form.stack} ${form.narrow}`}
        noValidate
        onSubmit={fields.onSubmit((values) => change.mutate({ limits: limitsOf(values) }))}
      >
        {change.isError && <FailureNotice error={change.error} />}
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

import { Button } from '@mantine/core';
import type { WireClient } from '../../../../shared/wire/admin.js';
import { faultsByField, toFailure } from '../../lib/api/failure.js';
import { startFrom, useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import form from '../../lib/ui/form.module.css';
import { Panel } from '../../lib/ui/panel.js';
import { CLIENT_RULES, type ClientFields, toClientChanges, toFields } from './client-fields.js';
import { ClientInputs } from './client-inputs.js';
import { useChangeClient } from './use-change-client.js';

/** A client's name, low-balance threshold and retention. */
export function ClientSettings({ client }: { client: WireClient }) {
  const fields = useUnsentForm<ClientFields>(`settings of ${client.client_id}`, {
    initialValues: toFields(client),
    validate: CLIENT_RULES,
  });
  const change = useChangeClient(client.client_id);
  const save = fields.onSubmit((values) =>
    change.mutate(toClientChanges(fields.getInitialValues(), values), {
      onSuccess: (saved) => startFrom(fields, toFields(saved)),
      onError: (error) => fields.setErrors(faultsByField(error)),
    }),
  );
  const refused = change.isError && toFailure(change.error).faults.length === 0;
  return (
    <Panel title="Settings">
      <form className={`${form.stack} ${form.narrow}`} noValidate onSubmit={save}>
        {refused && <FailureNotice error={change.error} />}
        <ClientInputs fields={fields} />
        <div>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Panel>
  );
}

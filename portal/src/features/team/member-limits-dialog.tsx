import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { WireMember } from '../../../../shared/wire/team.js';
import { request } from '../../lib/api/request.js';
import { useUnsentForm } from '../../lib/session/use-unsent-form.js';
import { FormDialog } from '../../lib/ui/form-dialog.js';
import { LimitInputs } from '../limits/limit-inputs.js';
import { LIMIT_RULES, type LimitValues, limitChanges, limitValuesOf } from '../limits/limit-values.js';
import { LIMITS } from '../limits/limits-panel.js';
import { TEAM } from './team-keys.js';

/** One member's spending limits, which owners can set. */
export function MemberLimitsDialog({ member, onClose }: { member: WireMember; onClose: () => void }) {
  const queryClient = useQueryClient();
  const fields = useUnsentForm<LimitValues>(`limits of ${member.user_id}`, {
    initialValues: limitValuesOf(member.limits),
    validate: LIMIT_RULES,
  });
  return (
    <FormDialog
      title={`Spending limits of ${member.name ?? member.email}`}
      action="Set the limits"
      fields={fields}
      send={(values) =>
        request(`${TEAM}/${encodeURIComponent(member.user_id)}`, {
          method: 'PATCH',
          body: { limits: limitChanges(fields.getInitialValues(), values) },
        })
      }
      onSent={() => {
        for (const queryKey of [[TEAM], [LIMITS]]) void queryClient.invalidateQueries({ queryKey });
        notifications.show({ title: 'Saved', message: 'The limits apply from the next request.' });
        onClose();
      }}
      onClose={onClose}
    >
      <LimitInputs fields={fields} />
    </FormDialog>
  );
}

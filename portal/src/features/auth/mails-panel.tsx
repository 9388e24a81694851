import { Stack, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CHOSEN_MAILS, type ChosenMail } from '../../../../shared/domain/chosen-mails.js';
import { PEOPLE } from '../../../../shared/domain/role-table.js';
import { CLIENT_ROLES, type Role } from '../../../../shared/domain/roles.js';
import { request } from '../../lib/api/request.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';

const PATH = '/me/mails';
type Choices = Record<ChosenMail, boolean>;

const WORDS: Readonly<Record<ChosenMail, string>> = {
  low_balance: 'When credits run low',
  limit_reached: 'When a spending limit is reached, or nearly so',
  webhook_disabled: 'When a webhook is turned off',
  review_decided: 'When a review is decided',
};

/** Which optional mails the user wants; nothing for roles that receive none. */
export function MailsPanel({ role }: { role: Role }) {
  const queryClient = useQueryClient();
  const mails = mailsOf(role);
  const choices = useQuery({
    queryKey: [PATH],
    queryFn: ({ signal }) => request<Choices>(PATH, { signal }),
    enabled: mails.length > 0,
  });
  const choice = useMutation({
    mutationFn: (body: Partial<Choices>) => request<Choices>(PATH, { method: 'PATCH', body }),
    onSuccess: (now) => queryClient.setQueryData([PATH], now),
  });
  if (mails.length === 0) return null;
  return (
    <Panel title="E-mail notifications">
      <FailureNotice error={choice.error} />
      <QueryView query={choices} rows={mails.length}>
        {(wanted) => (
          <Stack gap="sm">
            {mails.map((kind) => (
              <Switch
                key={kind}
                label={WORDS[kind]}
                checked={wanted[kind]}
                disabled={choice.isPending}
                onChange={({ currentTarget }) => choice.mutate({ [kind]: currentTarget.checked })}
              />
            ))}
          </Stack>
        )}
      </QueryView>
    </Panel>
  );
}

function mailsOf(role: Role): ChosenMail[] {
  const own = CLIENT_ROLES.find((one) => one === role);
  const told: readonly string[] = own === undefined ? [] : PEOPLE[own].toldOf;
  return CHOSEN_MAILS.filter((kind) => told.includes(kind));
}

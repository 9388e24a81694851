import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireApiKey, WireApiKeys } from '../../../../shared/wire/api-key.js';
import { request } from '../../lib/api/request.js';
import { useUnsent } from '../../lib/session/unsent.js';
import { DataTable } from '../../lib/ui/data-table.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Page } from '../../lib/ui/page.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { SecretDialog } from '../../lib/ui/secret-dialog.js';
import text from '../../lib/ui/text.module.css';
import { API_KEYS_KEY } from './api-keys-key.js';
import { ChangeKeyDialog } from './change-key-dialog.js';
import { type KeyAct, keyColumns } from './columns.js';
import { NewKeyDialog } from './new-key-dialog.js';
import { RevokeKeyDialog } from './revoke-key-dialog.js';
import { RotateKeyDialog } from './rotate-key-dialog.js';

/** The keys with which the client's machines call the API. */
export function ApiKeysPage() {
  const keys = useQuery({
    queryKey: API_KEYS_KEY,
    queryFn: ({ signal }) => request<WireApiKeys>('/api-keys', { signal }),
  });
  const [creating, setCreating] = useUnsent('making a key', false);
  const [secret, setSecret] = useState<string | null>(null);
  const [acted, setActed] = useUnsent<{ act: KeyAct; key: WireApiKey } | null>('act on a key', null);
  const done = () => setActed(null);
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      New key
    </Button>
  );
  return (
    <Page
      title="API keys"
      lead={
        <>
          A key lets one of your systems do what its scopes say, such as submitting checks and reading
          reports. It can never manage keys or users.{' '}
          <a href="/docs/quickstart" className={text.plainLink}>
            How to get started
          </a>
        </>
      }
      actions={create}
    >
      <Panel flush>
        <QueryView query={keys}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState title="No keys">
                Create one for each system that calls the API, with no more rights than it needs.
              </EmptyState>
            ) : (
              <DataTable
                label="API keys"
                columns={keyColumns((act, key) => setActed({ act, key }))}
                rows={data}
                keyOf={({ api_key_id }) => api_key_id}
              />
            )
          }
        </QueryView>
      </Panel>
      <NewKeyDialog
        opened={creating}
        onClose={() => setCreating(false)}
        onCreated={({ api_key }) => {
          setCreating(false);
          setSecret(api_key);
        }}
      />
      <SecretDialog
        secret={secret}
        title="The new secret"
        what="API key"
        advice="This is the only time the key is shown. Store it where your system reads its secrets."
        onClose={() => setSecret(null)}
      />
      <RevokeKeyDialog apiKey={acted?.act === 'revoke' ? acted.key : null} onClose={done} />
      {acted?.act === 'change' && <ChangeKeyDialog apiKey={acted.key} onClose={done} />}
      {acted?.act === 'rotate' && (
        <RotateKeyDialog
          apiKey={acted.key}
          onRotated={({ api_key }) => {
            done();
            setSecret(api_key);
          }}
          onClose={done}
        />
      )}
    </Page>
  );
}

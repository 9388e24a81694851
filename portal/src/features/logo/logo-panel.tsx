import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireLogo } from '../../../../shared/wire/logo.js';
import { request } from '../../lib/api/request.js';
import { FailureNotice } from '../../lib/ui/failure-notice.js';
import { FileField } from '../../lib/ui/file-field.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import classes from './logo.module.css';
import { shrinkPicture } from './shrink-picture.js';
import { useLogo } from './use-logo.js';

interface LogoPanelProps {
  /** The logo's path in the API. */
  path: string;
  clientName: string;
}

/** The picture at the head of a client's reports, with ways to replace or remove it. */
export function LogoPanel({ path, clientName }: LogoPanelProps) {
  const queryClient = useQueryClient();
  const logo = useLogo(path);
  const change = useMutation({
    mutationFn: async (file: File | null) =>
      file === null
        ? request<undefined>(path, { method: 'DELETE' })
        : request<WireLogo>(path, { method: 'PUT', form: await shrinkPicture(file) }),
    onSuccess: (taken) => {
      void queryClient.invalidateQueries({ queryKey: [path] });
      const message =
        taken === undefined ? 'Reports no longer have a logo.' : 'It appears on reports from now on.';
      notifications.show({ title: 'Saved', message });
    },
  });
  return (
    <Panel title="Logo on reports">
      <FailureNotice error={change.error} />
      <QueryView query={logo} rows={3}>
        {(picture) => (
          <div className={classes.fields}>
            {picture !== null && (
              <div className={classes.now}>
                <div className={classes.paper}>
                  <img className={classes.logo} src={picture} alt={`Logo of ${clientName}`} />
                </div>
                <Button variant="default" loading={change.isPending} onClick={() => change.mutate(null)}>
                  Remove
                </Button>
              </div>
            )}
            <FileField
              label={
                picture === null ? 'Drop a logo here, or choose one' : 'Drop another one here, or choose it'
              }
              hint="PNG or JPEG. It appears at the top left of PDF reports and of reports in the portal."
              accept="image/png,image/jpeg"
              onChange={(file) => file !== null && change.mutate(file)}
            />
          </div>
        )}
      </QueryView>
    </Panel>
  );
}

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { WireNewBatch } from '../../../../shared/wire/batch.js';
import { faultsByField, toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { useServices } from '../../lib/api/use-services.js';
import { FileField } from '../../lib/ui/file-field.js';
import form from '../../lib/ui/form.module.css';
import { Notice } from '../../lib/ui/notice.js';
import { Panel } from '../../lib/ui/panel.js';
import text from '../../lib/ui/text.module.css';
import classes from './batches.module.css';
import { faultOf, type Meanings, mayBeInRows, meaningsOf } from './column-meanings.js';
import { ColumnTable } from './column-table.js';
import { type FilePreview, readPreview } from './read-preview.js';

interface Upload {
  file: File;
  service: string;
  purpose: string;
  meanings: Meanings | undefined;
  repeat: boolean;
}

/** Uploads a file, with what its rows have in common. */
export function UploadPanel() {
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<{ file: File; preview: FilePreview; meanings: Meanings }>();
  const [service, setService] = useState('');
  const [purpose, setPurpose] = useState('');
  const services = useServices();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const upload = useMutation({
    mutationFn: (given: Upload) => request<WireNewBatch>('/batches', { method: 'POST', form: formOf(given) }),
    onSuccess: ({ batch_id }) => {
      void queryClient.invalidateQueries({ queryKey: ['/batches'] });
      void navigate({ to: '/batches/$batchId', params: { batchId: batch_id } });
    },
  });
  const columns = read?.file === file ? read : undefined;
  const send = (repeat: boolean) => {
    if (file === null) return;
    upload.mutate({ file, service, purpose: purpose.trim(), meanings: columns?.meanings, repeat });
  };
  const choose = async (chosen: File | null) => {
    setFile(chosen);
    upload.reset();
    const preview = chosen === null ? undefined : await readPreview(chosen);
    if (chosen !== null && preview !== undefined) {
      setRead({ file: chosen, preview, meanings: meaningsOf(preview.header) });
    }
  };
  const inRows = {
    service: mayBeInRows(columns?.meanings, 'service_code'),
    purpose: mayBeInRows(columns?.meanings, 'purpose'),
  };
  const ready =
    file !== null &&
    (columns === undefined || faultOf(columns.meanings) === undefined) &&
    (inRows.service || service !== '') &&
    (inRows.purpose || purpose.trim() !== '');
  const options = (services.data?.data ?? []).map(({ service_code, label }) => ({
    value: service_code,
    label,
  }));
  return (
    <Panel title="New batch">
      <form
        className={form.stack}
        onSubmit={(event) => {
          event.preventDefault();
          send(false);
        }}
      >
        <FileField
          label={file?.name ?? 'Drop a file here, or choose one'}
          hint="CSV, XLSX or JSON Lines, at most 5 MiB and 10 000 rows"
          accept=".csv,.txt,.tsv,.xlsx,.jsonl,.ndjson"
          onChange={(chosen) => void choose(chosen)}
        />
        {columns !== undefined && (
          <ColumnTable
            preview={columns.preview}
            meanings={columns.meanings}
            onChange={(meanings) => setRead({ ...columns, meanings })}
          />
        )}
        <div className={classes.fields}>
          <NativeSelect
            label={inRows.service ? 'Check (optional)' : 'Check'}
            description={inRows.service ? 'For rows that name none.' : 'No column of the file says it.'}
            data={[{ value: '', label: inRows.service ? 'As the rows say' : 'Choose…' }, ...options]}
            value={service}
            onChange={({ currentTarget }) => setService(currentTarget.value)}
          />
          <TextInput
            label={inRows.purpose ? 'Purpose (optional)' : 'Purpose'}
            description={inRows.purpose ? 'For rows that give none.' : 'No column of the file gives one.'}
            maxLength={500}
            value={purpose}
            onChange={({ currentTarget }) => setPurpose(currentTarget.value)}
          />
        </div>
        {upload.isError && <UploadFailure error={upload.error} onRepeat={() => send(true)} />}
        <div className={classes.foot}>
          <a className={text.link} href="/api/v1/batches/template" download>
            Download a template
          </a>
          <Button type="submit" disabled={!ready} loading={upload.isPending}>
            Upload and check the rows
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** What is wrong with the file; a file uploaded before can be sent again on purpose. */
function UploadFailure({ error, onRepeat }: { error: unknown; onRepeat: () => void }) {
  const { kind, message } = toFailure(error);
  const faults = Object.entries(faultsByField(error));
  return (
    <Notice tone="bad" alert>
      {faults.length === 0 ? <p>{message}</p> : faults.map(([field, said]) => <p key={field}>{said}</p>)}
      {kind === 'conflict' && (
        <Button variant="default" size="xs" onClick={onRepeat}>
          Make another batch of it
        </Button>
      )}
    </Notice>
  );
}

function formOf({ file, service, purpose, meanings, repeat }: Upload): FormData {
  const body = new FormData();
  body.append('service_code', service);
  body.append('purpose', purpose);
  if (meanings !== undefined) body.append('columns', JSON.stringify(meanings));
  if (repeat) body.append('allow_repeat', 'true');
  body.append('file', file);
  return body;
}

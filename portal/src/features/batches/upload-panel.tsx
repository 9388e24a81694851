import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { faultsByField, toFailure } from '../../lib/api/failure.js';
import { longestInput } from '../../lib/longest-input.js';
import { FileField } from '../../lib/ui/file-field.js';
import form from '../../lib/ui/form.module.css';
import { Notice } from '../../lib/ui/notice.js';
import { Panel } from '../../lib/ui/panel.js';
import text from '../../lib/ui/text.module.css';
import classes from './batches.module.css';
import { CheckSelect } from './check-select.js';
import { ColumnTable } from './column-table.js';
import { useUpload } from './use-upload.js';

/** Uploads a file, with what its rows have in common. */
export function UploadPanel() {
  const { file, fault, choose, columns, setMeanings, inRows, ready, upload, send, ...common } = useUpload();
  const { service, setService, purpose, setPurpose } = common;
  const faults = upload.isError ? faultsByField(upload.error) : {};
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
        {fault !== undefined && (
          <Notice tone="bad" title="This file cannot be uploaded" alert>
            {fault}
          </Notice>
        )}
        {columns !== undefined && <ColumnTable {...columns} onChange={setMeanings} sent={upload.isError} />}
        <div className={classes.fields}>
          <CheckSelect inRows={inRows.service} value={service} onChange={setService} />
          <TextInput
            label={inRows.purpose ? 'Purpose (optional)' : 'Purpose'}
            description={inRows.purpose ? 'For rows that give none.' : 'The file has no column for it.'}
            maxLength={longestInput(500)}
            error={faults.purpose}
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
  const { kind, message, body } = toFailure(error);
  // Said at its field.
  const { purpose, ...faults } = faultsByField(error);
  const said = Object.entries(faults);
  if (purpose !== undefined && said.length === 0) return null;
  if (kind === 'conflict' && body.batch_id !== undefined) {
    return <UploadedBefore batchId={body.batch_id} onRepeat={onRepeat} />;
  }
  return (
    <Notice tone="bad" alert>
      {said.length === 0 ? <p>{message}</p> : said.map(([field, fault]) => <p key={field}>{fault}</p>)}
    </Notice>
  );
}

/** Also after an upload whose answer was lost: the batch that was made of it is the one that is wanted. */
function UploadedBefore({ batchId, onRepeat }: { batchId: string; onRepeat: () => void }) {
  return (
    <Notice tone="warn" title="This file was uploaded before" alert>
      <p>
        <Link to="/batches/$batchId" params={{ batchId }} className={text.plainLink ?? ''}>
          Open the batch that was created from it
        </Link>
        , or create another one.
      </p>
      <Button variant="default" size="xs" onClick={onRepeat}>
        Create another batch from it
      </Button>
    </Notice>
  );
}

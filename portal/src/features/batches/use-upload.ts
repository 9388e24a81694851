import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { WireNewBatch } from '../../../../shared/wire/batch.js';
import { toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { useUnsent } from '../../lib/session/unsent.js';
import { faultOf, type Meanings, mayBeInRows, meaningsOf } from './column-meanings.js';
import { type FilePreview, readFile } from './read-preview.js';

/** A file, with what was read of it and what its columns were said to be. */
interface Chosen {
  file: File;
  columns?: { preview: FilePreview; meanings: Meanings };
  /** Why it cannot be sent. */
  fault?: string;
}

interface Upload {
  file: File;
  service: string;
  purpose: string;
  meanings: Meanings | undefined;
  repeat: boolean;
}

/** What is filled in of a new batch, and its upload. */
export function useUpload() {
  const [chosen, setChosen] = useUnsent<Chosen | null>('file of a batch', null);
  const [service, setService] = useUnsent('check of a batch', '');
  const [purpose, setPurpose] = useUnsent('purpose of a batch', '');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const shown = useRef<File | null>(null);
  useEffect(() => {
    shown.current = chosen?.file ?? null;
    return () => {
      shown.current = null;
    };
  }, [chosen]);
  // To another page, or to another file.
  const hasGoneOn = (file: File) => shown.current !== file;
  const upload = useMutation({
    mutationFn: (given: Upload) => request<WireNewBatch>('/batches', { method: 'POST', form: formOf(given) }),
    onSuccess: ({ batch_id }, { file }) => {
      void queryClient.invalidateQueries({ queryKey: ['/batches'] });
      // Whoever has gone on to something else is not taken away from it.
      if (hasGoneOn(file))
        notifications.show({ title: 'File uploaded', message: `${file.name} is among your batches.` });
      else void navigate({ to: '/batches/$batchId', params: { batchId: batch_id } });
    },
    onError: (error, { file }) => {
      if (!hasGoneOn(file)) return;
      const message = `${file.name}: ${toFailure(error).message}`;
      notifications.show({ color: 'red', title: 'File not uploaded', message, autoClose: false });
    },
  });
  const choose = async (file: File | null) => {
    setChosen(file === null ? null : { file });
    upload.reset();
    if (file === null) return;
    const { preview, fault } = await readFile(file);
    const columns = preview && { preview, meanings: meaningsOf(preview.header) };
    // Another one may have been chosen meanwhile.
    setChosen((now) =>
      now?.file === file ? { file, ...(columns && { columns }), ...(fault !== undefined && { fault }) } : now,
    );
  };
  const columns = chosen?.columns;
  const inRows = {
    service: mayBeInRows(columns?.meanings, 'service_code'),
    purpose: mayBeInRows(columns?.meanings, 'purpose'),
  };
  const ready =
    chosen !== null &&
    chosen.fault === undefined &&
    (columns === undefined || faultOf(columns.meanings) === undefined) &&
    (inRows.service || service !== '') &&
    (inRows.purpose || purpose.trim() !== '');
  return {
    file: chosen?.file ?? null,
    fault: chosen?.fault,
    choose,
    columns,
    setMeanings: (meanings: Meanings) =>
      setChosen((now) => (now?.columns ? { ...now, columns: { ...now.columns, meanings } } : now)),
    service,
    setService,
    purpose,
    setPurpose,
    /** Whether rows may say it themselves. */
    inRows,
    ready,
    upload,
    /** Sends the file; `repeat` if the same was sent before on purpose. */
    send: (repeat: boolean) => {
      if (chosen === null) return;
      const { file } = chosen;
      upload.mutate({ file, service, purpose: purpose.trim(), meanings: columns?.meanings, repeat });
    },
  };
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

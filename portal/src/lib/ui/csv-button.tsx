import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type CsvSource, downloadCsv } from '../api/download-csv.js';
import { toFailure } from '../api/failure.js';

interface CsvButtonProps extends CsvSource {
  /** The file name without its extension. */
  name: string;
}

/** Saves everything that matches the filters, not only what is shown. */
export function CsvButton({ name, ...source }: CsvButtonProps) {
  const download = useMutation({
    mutationFn: () => downloadCsv(source, `${name}.csv`),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'No file was created', message: toFailure(error).message }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      CSV
    </Button>
  );
}

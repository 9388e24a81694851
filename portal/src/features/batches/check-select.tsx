import { Button, NativeSelect } from '@mantine/core';
import { toFailure } from '../../lib/api/failure.js';
import { useRetryFailed } from '../../lib/api/use-retry-failed.js';
import { useServices } from '../../lib/api/use-services.js';
import { Notice } from '../../lib/ui/notice.js';

interface CheckSelectProps {
  /** Whether rows may name a check themselves. */
  inRows: boolean;
  value: string;
  onChange: (service: string) => void;
}

/** The check for all rows, or for those that name none; says so if the checks could not be loaded. */
export function CheckSelect({ inRows, value, onChange }: CheckSelectProps) {
  const services = useServices();
  const retry = useRetryFailed();
  if (services.isError && services.data === undefined) {
    return (
      <Notice tone="bad" title="The checks could not be loaded" alert>
        <p>{toFailure(services.error).message}</p>
        <Button variant="default" size="xs" onClick={retry}>
          Try again
        </Button>
      </Notice>
    );
  }
  const checks = services.data?.data ?? [];
  return (
    <NativeSelect
      label={inRows ? 'Check (optional)' : 'Check'}
      description={inRows ? 'For rows that name none.' : 'The file has no column for it.'}
      data={[
        { value: '', label: inRows ? 'As the rows say' : 'Choose…' },
        ...checks.map(({ service_code, label }) => ({ value: service_code, label })),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

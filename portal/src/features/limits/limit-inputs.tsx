import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import form from '../../lib/ui/form.module.css';
import type { LimitValues } from './limit-values.js';

/** The inputs for spending limits. */
export function LimitInputs<Values extends LimitValues>({ fields }: { fields: UseFormReturnType<Values> }) {
  return (
    <div className={form.pair}>
      <TextInput
        data-autofocus
        label="Credits per day"
        description="What was spent today counts. Empty: no limit."
        inputMode="numeric"
        key={fields.key('per_day')}
        {...fields.getInputProps('per_day')}
      />
      <TextInput
        label="Credits per month"
        description="Days and months are those of UTC. Empty: no limit."
        inputMode="numeric"
        key={fields.key('per_month')}
        {...fields.getInputProps('per_month')}
      />
    </div>
  );
}

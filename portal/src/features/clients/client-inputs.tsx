import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { longestInput } from '../../lib/longest-input.js';
import type { ClientFields } from './client-fields.js';

/** The inputs for the settings of a client. */
export function ClientInputs({ fields }: { fields: UseFormReturnType<ClientFields> }) {
  return (
    <>
      <TextInput
        label="Name"
        maxLength={longestInput(200)}
        data-autofocus
        key={fields.key('name')}
        {...fields.getInputProps('name')}
      />
      <TextInput
        label="Low balance"
        description="The client is warned when fewer credits than this are available. Empty: no warning."
        inputMode="numeric"
        key={fields.key('low_balance_threshold')}
        {...fields.getInputProps('low_balance_threshold')}
      />
      <TextInput
        label="Retention in days"
        description="After this many days the personal data of finished checks is erased. Empty: it is kept until somebody erases it."
        inputMode="numeric"
        key={fields.key('retention_days')}
        {...fields.getInputProps('retention_days')}
      />
    </>
  );
}

import { Checkbox, Group, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { KEY_SCOPES } from '../../../../shared/domain/key-scopes.js';
import { longestInput } from '../../lib/longest-input.js';
import form from '../../lib/ui/form.module.css';
import { LimitInputs } from '../limits/limit-inputs.js';
import { type KeyValues, SCOPE_WORDS } from './key-values.js';

// Room for twenty IPv6 networks, one per line.
const MAX_ADDRESSES_LENGTH = 1_000;

/** The inputs for a key's name, scopes and networks. */
export function KeyFields({ fields }: { fields: UseFormReturnType<KeyValues> }) {
  return (
    <>
      <TextInput
        label="Name"
        description="The system that will use it, for example: HR onboarding."
        maxLength={longestInput(100)}
        data-autofocus
        key={fields.key('name')}
        {...fields.getInputProps('name')}
      />
      <Checkbox.Group
        label="What it may do"
        description="As little as the system needs: anything else is refused."
        key={fields.key('scopes')}
        {...fields.getInputProps('scopes')}
      >
        <div className={form.choices}>
          {KEY_SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={SCOPE_WORDS[scope].long} />
          ))}
        </div>
      </Checkbox.Group>
      <Textarea
        label="Allowed addresses (optional)"
        description="One network per line, such as 203.0.113.0/24. Without any, the key works from anywhere."
        rows={3}
        spellCheck={false}
        maxLength={MAX_ADDRESSES_LENGTH}
        key={fields.key('allowed_addresses')}
        {...fields.getInputProps('allowed_addresses')}
      />
      <Group grow align="flex-start" gap="sm">
        <LimitInputs fields={fields} />
      </Group>
    </>
  );
}

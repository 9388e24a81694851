import { TextInput } from '@mantine/core';
import { longestInput } from '../../lib/longest-input.js';

interface FactorNameProps {
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}

/** What a new second factor is called: two passkeys are told apart by it once one of them is lost. */
export function FactorName({ value, error, onChange }: FactorNameProps) {
  return (
    <TextInput
      label="Name (optional)"
      description="To tell it from others, for example: Work phone."
      maxLength={longestInput(100)}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** The name as the API takes it. */
export function named(name: string): { name?: string } {
  return name.trim() === '' ? {} : { name: name.trim() };
}

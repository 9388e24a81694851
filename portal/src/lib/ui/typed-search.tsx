import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { longestInput } from '../longest-input.js';

interface TypedSearchProps extends Pick<TextInputProps, 'label' | 'placeholder' | 'leftSection'> {
  value: string;
  faulty?: boolean;
  onSearch: (value: string) => void;
}

/** A filter that is applied on Enter or when the field is left, because half a word would find nothing or too much. */
export function TypedSearch({ value, faulty = false, onSearch, ...input }: TypedSearchProps) {
  const [typed, setTyped] = useState(value);
  // Searched for, or cleared, elsewhere. It stays the same field, or a search would take the focus away from it.
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed);
      }}
    >
      <TextInput
        {...input}
        title="Press Enter to search"
        autoComplete="off"
        spellCheck={false}
        maxLength={longestInput(200)}
        error={faulty}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => typed !== value && onSearch(typed)}
      />
    </form>
  );
}

import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { longestInput } from '../../lib/longest-input.js';

interface SubjectSearchProps {
  subject: string;
  fault: string | undefined;
  onSearch: (subject: string) => void;
}

/** Finds checks by their subject, whole or by its last four characters: more of it is not stored readable. */
export function SubjectSearch({ subject, fault, onSearch }: SubjectSearchProps) {
  const [typed, setTyped] = useState(subject);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed);
      }}
    >
      <TextInput
        label="Subject"
        placeholder="Whole, or last 4"
        title="Press Enter to search"
        autoComplete="off"
        spellCheck={false}
        maxLength={longestInput(200)}
        leftSection={<IconSearch size={16} aria-hidden />}
        error={fault !== undefined}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => typed !== subject && onSearch(typed)}
      />
    </form>
  );
}

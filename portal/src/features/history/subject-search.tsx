import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

interface SubjectSearchProps {
  subject: string;
  onSearch: (subject: string) => void;
}

/** Finds the checks of one subject. Only an exact match can be found, because the subjects are stored sealed. */
export function SubjectSearch({ subject, onSearch }: SubjectSearchProps) {
  const [typed, setTyped] = useState(subject);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <TextInput
        label="Subject"
        placeholder="Given in full"
        title="Press Enter to search for exactly this subject"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => typed.trim() !== subject && onSearch(typed.trim())}
      />
    </form>
  );
}

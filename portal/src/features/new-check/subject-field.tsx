import { TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import type { WireService } from '../../../../shared/wire/services.js';
import { caretAfterGrouping, groupAsTyped } from './group-as-typed.js';
import classes from './new-check.module.css';

interface SubjectFieldProps {
  service: WireService;
  value: string;
  error: string | undefined;
  valid: boolean;
  onChange: (value: string) => void;
  onLeave: () => void;
}

/** The input to check, grouped while it is typed and judged as it changes. */
export function SubjectField({ service, value, error, valid, onChange, onLeave }: SubjectFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <TextInput
      ref={input}
      label={service.input.label}
      description={service.input.hint}
      placeholder={`For example ${groupAsTyped(service.input.types, service.input.example)}`}
      withAsterisk
      required
      // Personal data: the browser must not offer it again to the next person at this screen.
      autoComplete="off"
      spellCheck={false}
      {...(service.input.types.every((type) => type === 'sa_id_number') && { inputMode: 'numeric' as const })}
      maxLength={220}
      value={value}
      error={error}
      rightSection={
        valid ? <IconCheck className={classes.valid} size={18} aria-label="Valid" role="img" /> : null
      }
      onChange={({ currentTarget: { value: typed, selectionStart } }) => {
        const grouped = groupAsTyped(service.input.types, typed);
        caret.current = caretAfterGrouping(typed, selectionStart ?? typed.length, grouped);
        onChange(grouped);
      }}
      onBlur={onLeave}
    />
  );
}

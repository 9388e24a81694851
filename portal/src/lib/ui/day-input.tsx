import { TextInput } from '@mantine/core';
import { useState } from 'react';

/** Without it, browsers let a year have six digits, which no list can be searched for. */
export const LAST_DAY = '9999-12-31';
/** Typed digit by digit, a year begins as one of these. */
const UNFINISHED_YEAR = /^0/;

interface DayInputProps {
  label: string;
  /** As in 2026-11-27; empty if there is none. */
  value: string;
  onDay: (day: string) => void;
}

/** A day that takes effect as soon as it is chosen, or typed to its end. */
export function DayInput({ label, value, onDay }: DayInputProps) {
  // Kept here, because the caller's value may come later than the next key, and would undo it.
  const [typed, setTyped] = useState(value);
  const [given, setGiven] = useState(value);
  if (value !== given) {
    setGiven(value);
    setTyped(value);
  }
  return (
    <TextInput
      label={label}
      type="date"
      max={LAST_DAY}
      value={typed}
      onChange={({ currentTarget }) => {
        const day = currentTarget.value;
        setTyped(day);
        if (!UNFINISHED_YEAR.test(day) && day !== value) onDay(day);
      }}
    />
  );
}

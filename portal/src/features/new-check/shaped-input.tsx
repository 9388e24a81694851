import { TextInput, type TextInputProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { reshape } from './reshape.js';

interface ShapedInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  /** Formats the text; see `reshape` for what it must preserve. */
  shape: (text: string) => string;
  onChange: (value: string) => void;
}

/** A text input formatted while typing, without moving the caret from where the user types. */
export function ShapedInput({ value, shape, onChange, ...others }: ShapedInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null && document.activeElement === input.current) {
      input.current?.setSelectionRange(caret.current, caret.current);
    }
    caret.current = null;
  });
  const take = (field: HTMLInputElement, deletes?: 'backward' | 'forward') => {
    const typed = { text: field.value, caret: field.selectionStart ?? field.value.length };
    const shaped = reshape(shape, value, typed, deletes);
    if (shaped.text !== typed.text) caret.current = shaped.caret;
    onChange(shaped.text);
  };
  return (
    <TextInput
      ref={input}
      // Personal data: the browser must not offer it to the next person at this screen, nor "correct" it.
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      value={value}
      onChange={({ currentTarget, nativeEvent }) => {
        const key = nativeEvent instanceof InputEvent ? nativeEvent : undefined;
        // A phone's keyboard is still composing this word: changing the text now would duplicate it.
        if (key?.isComposing) onChange(currentTarget.value);
        else take(currentTarget, DELETES[key?.inputType ?? '']);
      }}
      onCompositionEnd={({ currentTarget }) => take(currentTarget)}
      {...others}
    />
  );
}

const DELETES: Readonly<Record<string, 'backward' | 'forward'>> = {
  deleteContentBackward: 'backward',
  deleteContentForward: 'forward',
};

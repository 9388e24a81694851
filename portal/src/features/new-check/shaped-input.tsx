import { TextInput, type TextInputProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { reshape } from './reshape.js';

interface ShapedInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  /** Gives the text its look; see `reshape` for what it must keep. */
  shape: (text: string) => string;
  onChange: (value: string) => void;
}

/** A text input that is put into its shape while somebody types, without moving the caret from where they type. */
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
      // Personal data: the browser must not offer it again to the next person at this screen, nor "correct" it.
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      value={value}
      onChange={({ currentTarget, nativeEvent }) => {
        const key = nativeEvent instanceof InputEvent ? nativeEvent : undefined;
        // A phone's keyboard is still at this word: a text that changes under it comes out doubled.
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

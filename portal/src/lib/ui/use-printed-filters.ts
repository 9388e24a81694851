import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { maskSubject } from '../../../../shared/domain/mask.js';

/** By name: what a list is narrowed by. */
export type FilterValues = Readonly<Record<string, string | undefined>>;

/**
 * What a list was narrowed by when it was printed, in the words of its fields, which are not printed themselves: without it,
 * a few rows on paper look like all there are. A subject is masked there as it is in the rows.
 */
export function usePrintedFilters(fields: RefObject<HTMLElement | null>, values: FilterValues): string {
  const [printed, setPrinted] = useState('');
  useEffect(() => {
    const say = () =>
      flushSync(() => setPrinted(fields.current === null ? '' : wordsOf(fields.current, values)));
    window.addEventListener('beforeprint', say);
    return () => window.removeEventListener('beforeprint', say);
  });
  return printed;
}

function wordsOf(fields: HTMLElement, values: FilterValues): string {
  const applied = new Set(Object.values(values).map((value) => value?.trim() || undefined));
  return [...fields.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
    .filter(({ value }) => applied.has(value.trim()))
    .map((field) => `${field.labels?.[0]?.textContent ?? ''}: ${shownIn(field, values)}`)
    .join('; ');
}

function shownIn(field: HTMLInputElement | HTMLSelectElement, { subject }: FilterValues): string {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? '';
  return field.value.trim() === subject?.trim() ? maskSubject(field.value.trim()) : field.value.trim();
}

import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { maskSubject } from '../../../../shared/domain/mask.js';
import { holdsIdentityNumber } from '../../../../shared/domain/personal-data.js';

/** By name: what a list is narrowed by. */
export type FilterValues = Readonly<Record<string, string | undefined>>;

/**
 * What a list was narrowed by when it was printed, in the words of its fields, which are not printed themselves:
 * without it, a few rows on paper look like all there are. Subjects and identity numbers are masked there, as they are
 * in the rows.
 */
export function usePrintedFilters(fields: RefObject<HTMLElement | null>, values: FilterValues): string {
  const [printed, setPrinted] = useState('');
  useEffect(() => {
    const say = () =>
      flushSync(() => setPrinted(fields.current === null ? '' : wordsOf(fields.current, values)));
    const forget = () => setPrinted('');
    window.addEventListener('beforeprint', say);
    window.addEventListener('afterprint', forget);
    return () => {
      window.removeEventListener('beforeprint', say);
      window.removeEventListener('afterprint', forget);
    };
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

/** What is sought on the desk is a reference, in which clients put whom they check. */
function shownIn(field: HTMLInputElement | HTMLSelectElement, { subject, sought }: FilterValues): string {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? '';
  const typed = field.value.trim();
  const names = typed === subject?.trim() || typed === sought?.trim();
  return names || holdsIdentityNumber(typed) ? maskSubject(typed) : typed;
}

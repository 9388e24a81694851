import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { changesOf } from '../changes.js';
import { unsentOf, useUnsentEntry } from './unsent.js';

/** What a form may hold, in the words of the library. */
type AnyValues = NonNullable<NonNullable<Parameters<typeof useForm>[0]>['initialValues']>;

/** The options of a form whose initial values are always given. */
type UnsentFormOptions<Values> = UseFormInput<Values> & { initialValues: Values };

/** What a form held when the session ended, and what it had begun with: the difference is what was changed in it. */
interface Kept<Values> {
  initial: Values;
  values: Values;
}

/**
 * A form that holds again what was typed when the session ended, once the same person has signed in. Never use it for
 * a password or code: those are not to be kept.
 */
export function useUnsentForm<Values extends AnyValues>(
  name: string,
  options: UnsentFormOptions<Values>,
): UseFormReturnType<Values> {
  const [kept] = useState(() => unsentOf<Kept<Values>>(name));
  const [initial] = useState(kept?.initial ?? options.initialValues);
  const fields = useForm<Values>({
    mode: 'uncontrolled',
    ...options,
    initialValues: kept?.values ?? initial,
  });
  const { getValues, getInitialValues, setInitialValues } = fields;
  // What was kept is not what an emptied form goes back to.
  useEffect(() => setInitialValues(initial), [setInitialValues, initial]);
  useUnsentEntry(name, {
    value: (): Kept<Values> => ({ initial: getInitialValues(), values: getValues() }),
    changed: () => JSON.stringify(getValues()) !== JSON.stringify(getInitialValues()),
  });
  return fields;
}

/** Has a form that stays open show what is now saved, from which further changes start. */
export function startFrom<Values extends AnyValues>(fields: UseFormReturnType<Values>, saved: Values): void {
  // Only inputs that differ are created anew: the others keep the focus.
  for (const [path, value] of Object.entries(changesOf(fields.getValues(), saved))) {
    fields.setFieldValue(path, value as never);
  }
  fields.setInitialValues(saved);
}

import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { unsentOf, useUnsentEntry } from './unsent.js';

/** What a form may hold, in the words of the library. */
type AnyValues = NonNullable<NonNullable<Parameters<typeof useForm>[0]>['initialValues']>;

/** The options of a form whose initial values are always given. */
type UnsentFormOptions<Values> = UseFormInput<Values> & { initialValues: Values };

/**
 * A form that holds again what was typed when the session ended, once the same person has signed in. Never use it for
 * a password or code: those are not to be kept.
 */
export function useUnsentForm<Values extends AnyValues>(
  name: string,
  options: UnsentFormOptions<Values>,
): UseFormReturnType<Values> {
  const [initial] = useState(options.initialValues);
  const [kept] = useState(() => unsentOf<Values>(name));
  const fields = useForm<Values>({ mode: 'uncontrolled', ...options, initialValues: kept ?? initial });
  const { getValues, setInitialValues } = fields;
  // What was kept is not what an emptied form goes back to.
  useEffect(() => setInitialValues(initial), [setInitialValues, initial]);
  useUnsentEntry(name, {
    value: getValues,
    changed: () => JSON.stringify(getValues()) !== JSON.stringify(initial),
  });
  return fields;
}

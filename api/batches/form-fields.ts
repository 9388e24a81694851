import { COLUMNS } from '../../shared/domain/batch-columns.js';
import type { FieldFault } from '../../shared/domain/faults.js';
import { findJsonFlaw } from '../../shared/domain/inspect-json.js';
import { isObject } from '../../shared/domain/is-object.js';
import { collectFaults, unknownField } from '../validation/validate-body.js';
import { CreateVerificationBody, validatePersonalData } from '../verifications/submission/create-request.js';
import type { ReceivedForm } from './file/receive-form.js';

/** What a form contains besides its file. */
export interface FormFields {
  /** Values for rows that have none of their own. */
  defaults: Partial<Record<(typeof DEFAULTS)[number], string>>;
  allowRepeat: boolean;
  /** Names of columns in the file, with their meaning. */
  columns: ReadonlyMap<string, string>;
  faults: FieldFault[];
}

const DEFAULTS = ['service_code', 'purpose', 'reference'] as const;
const WORDS: readonly string[] = ['', ...COLUMNS];

/** Reads the fields of an upload; a blank one counts as absent, because browser forms send it that way. */
export function readFormFields({
  fields,
  faults: found,
}: Pick<ReceivedForm, 'fields' | 'faults'>): FormFields {
  const faults = [...found];
  const known: readonly string[] = [...DEFAULTS, 'allow_repeat', 'columns'];
  for (const name of fields.keys()) if (!known.includes(name)) faults.push(unknownField(name));
  const repeat = fields.get('allow_repeat') ?? '';
  if (!['', 'true', 'false'].includes(repeat)) {
    faults.push({ field: 'allow_repeat', code: 'invalid_choice', message: 'Must be true or false.' });
  }
  const defaults: FormFields['defaults'] = Object.fromEntries(
    DEFAULTS.flatMap((name) => (fields.get(name)?.trim() ? [[name, fields.get(name)]] : [])),
  );
  faults.push(...validateDefaults(defaults));
  return {
    defaults,
    allowRepeat: repeat === 'true',
    columns: readColumns(fields.get('columns') ?? '', faults),
    faults,
  };
}

/** Faults of the form, told once: otherwise each row without a value of its own would have them. */
function validateDefaults(defaults: FormFields['defaults']): FieldFault[] {
  const { value, faults: ofRequest } = collectFaults(CreateVerificationBody, defaults);
  const faults = ofRequest.filter(({ field }) => Object.hasOwn(defaults, field));
  for (const name of ['purpose', 'reference'] as const) {
    if (!faults.some(({ field }) => field === name)) validatePersonalData(name, value[name], faults);
  }
  return faults;
}

function readColumns(text: string, faults: FieldFault[]): ReadonlyMap<string, string> {
  if (text === '') return new Map();
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && findJsonFlaw(text) === undefined) {
      const entries: [string, unknown][] = Object.entries(value);
      if (
        entries.every(
          (entry): entry is [string, string] => typeof entry[1] === 'string' && WORDS.includes(entry[1]),
        )
      ) {
        return new Map(entries.map(([name, column]) => [name.trim(), column]));
      }
    }
  } catch {
    // Reported below.
  }
  const message = `Send a JSON object that maps column names in the file to one of ${COLUMNS.join(', ')}, or to an empty string to ignore the column.`;
  faults.push({ field: 'columns', code: 'invalid_type', message });
  return new Map();
}

import { COLUMNS } from '../../shared/domain/batch-columns.js';
import { echoHeading } from '../../shared/domain/echo-name.js';
import { type FieldFault, MAX_UNKNOWN_FIELDS } from '../../shared/domain/faults.js';
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
const CHOICES = `${COLUMNS.join(', ')}, or an empty string to ignore the column`;

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
  const value = parseColumns(text);
  if (value === undefined) {
    const message = `Send a JSON object that maps column names in the file to one of ${CHOICES}.`;
    faults.push({ field: 'columns', code: 'invalid_type', message });
    return new Map();
  }
  const entries = Object.entries(value);
  const known = entries.filter((entry): entry is [string, string] => isWord(entry[1]));
  const wrong = entries.filter(([, column]) => !isWord(column)).slice(0, MAX_UNKNOWN_FIELDS);
  faults.push(
    ...wrong.map(([name]) => ({
      field: `columns.${echoHeading(name)}`,
      code: 'invalid_type',
      message: `Must be one of ${CHOICES}.`,
    })),
  );
  return new Map(known.map(([name, column]) => [name.trim(), column]));
}

function isWord(column: unknown): boolean {
  return typeof column === 'string' && WORDS.includes(column);
}

function parseColumns(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && findJsonFlaw(text) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

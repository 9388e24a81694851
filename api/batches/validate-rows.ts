import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { CreateRequest } from '../../shared/acceptance/create-request.js';
import type { Column } from '../../shared/domain/batch-columns.js';
import type { FieldFault } from '../../shared/domain/faults.js';
import type { Mode } from '../../shared/domain/mode.js';
import { PARAMETER_NAMES } from '../../shared/domain/parameters.js';
import { findService, type ServiceCode } from '../../shared/services/index.js';
import { ApiError } from '../errors/catalogue.js';
import { readCreateRequest } from '../verifications/submission/create-request.js';
import type { ReadFile } from './file/parse-process.js';
import type { Cell } from './file/table.js';
import type { FormFields } from './form-fields.js';
import { findDamage } from './spreadsheet-damage.js';

/** A validated row: its content, or its faults. */
export type ValidatedRow = { rowNo: number; serviceCode: ServiceCode | null } & (
  | { request: CreateRequest }
  | { faults: FieldFault[] }
);

/** The rows of a file, or why none of them can be read. */
export type ValidatedFile =
  | { ok: true; rows: ValidatedRow[]; ignored: string[] }
  | { ok: false; faults: FieldFault[]; columns: readonly string[] };

/** How long validation may block other requests, in milliseconds. */
const SLICE_MS = 5;
/** Most faults stored per row: nobody corrects more at once. */
const MAX_FAULTS = 20;

/** Consents are given for all rows when the batch is started. */
const CONSENTS = { authority_confirmed: true, charge_approved: true, biometric_consent: true };
const AT_THE_START = 'Remove it: it is given once for the whole batch, when the batch is started.';
const SKIPPED_OR_NOT =
  'Remove it: skip_duplicates says what happens to the duplicates of the batch, when the batch is started.';
/** What a request has and a row has not, and what to do about it. */
const NOT_OF_A_ROW: Readonly<Record<string, string>> = {
  authority_confirmed: AT_THE_START,
  charge_approved: AT_THE_START,
  biometric_consent: AT_THE_START,
  idempotency_key: 'Remove it: the key of a row consists of the id of the batch and the number of the row.',
  if_duplicate: SKIPPED_OR_NOT,
  duplicate_days: SKIPPED_OR_NOT,
};

/**
 * Validates every row as a single request would be, in slices, so that other requests are served in between. Rows are
 * counted from 1, excluding the header and empty rows.
 */
export async function validateRows(
  file: Exclude<ReadFile, { kind: 'refused' }>,
  fields: FormFields,
  now: Date,
  mode: Mode = 'live',
): Promise<ValidatedFile> {
  if (file.kind === 'columns' && file.faults.length > 0) {
    return { ok: false, faults: file.faults, columns: file.ignored };
  }
  const meanings = file.kind === 'columns' ? file.meanings : [];
  const overfull = new Set(file.kind === 'columns' ? file.overfull : []);
  const rows: ValidatedRow[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const [index, row] of file.rows.entries()) {
    const body = Array.isArray(row) ? bodyOf(row, meanings) : row === null ? null : JSON.parse(row);
    const rowNo = index + 1;
    const validated = overfull.has(index)
      ? refuseOverfull(rowNo)
      : validateRow(rowNo, body, fields, { now, mode });
    rows.push(Array.isArray(row) ? nameColumns(validated) : validated);
    if (performance.now() < sliceEnd) continue;
    await letOthersRun();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return { ok: true, rows, ignored: file.kind === 'columns' ? file.ignored : [] };
}

/** A comma without quotes has moved the cells of the row: a purpose would be recorded without its end. */
function refuseOverfull(rowNo: number): ValidatedRow {
  const message = 'More cells than column names: put a text that contains commas in quotes.';
  return { rowNo, serviceCode: null, faults: [{ field: 'row', code: 'unknown_field', message }] };
}

/** Names the columns in faults: a file has one for each parameter, and a line of JSON Lines has the parameters' object. */
function nameColumns(row: ValidatedRow): ValidatedRow {
  if (!('faults' in row)) return row;
  const faults = row.faults.map((fault) => ({ ...fault, field: fault.field.replace(/^parameters\./, '') }));
  return { ...row, faults };
}

/** Turns the cells of a row into the body of a request. */
function bodyOf(cells: readonly Cell[], meanings: readonly Column[]): Record<string, unknown> {
  const named = meanings.flatMap((meaning, index) => {
    const cell = cells[index];
    return cell === undefined || isBlank(cell) ? [] : [[meaning, cell] as const];
  });
  const isParameter = (name: string) => PARAMETER_NAMES.some((parameter) => parameter === name);
  const parameters = named.filter(([name]) => isParameter(name));
  return {
    ...Object.fromEntries(named.filter(([name]) => !isParameter(name))),
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
  };
}

function validateRow(
  rowNo: number,
  row: Record<string, unknown> | null,
  { defaults }: FormFields,
  { now, mode }: { now: Date; mode: Mode },
): ValidatedRow {
  if (row === null) {
    const message = 'The line must be one JSON object of at most 32 KiB, without duplicate names.';
    return { rowNo, serviceCode: null, faults: [{ field: 'row', code: 'invalid_type', message }] };
  }
  const elsewhere = Object.keys(row).flatMap(decidedElsewhere);
  const own = Object.entries(row).filter(
    ([name, value]) => !(Object.hasOwn(defaults, name) && isBlank(value)),
  );
  const body: Record<string, unknown> = { ...defaults, ...Object.fromEntries(own), ...CONSENTS };
  const service = typeof body.service_code === 'string' ? findService(body.service_code) : undefined;
  const serviceCode = service?.code ?? null;
  const damage = findDamage(row, service, now);
  try {
    const request = readCreateRequest(body, [], now, elsewhere, { preflight: true, mode });
    return damage.length === 0 ? { rowNo, serviceCode, request } : { rowNo, serviceCode, faults: damage };
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'validation_failed') throw error;
    const faults = error.body.errors as FieldFault[];
    const damaged = new Set(damage.map(({ field }) => field));
    const all = [...damage, ...faults.filter(({ field }) => !damaged.has(field))];
    return { rowNo, serviceCode, faults: all.slice(0, MAX_FAULTS) };
  }
}

/** Whether a text is of white space alone, which counts as missing (contract 17). */
function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function decidedElsewhere(field: string): FieldFault[] {
  const message = Object.hasOwn(NOT_OF_A_ROW, field) ? NOT_OF_A_ROW[field] : undefined;
  return message === undefined ? [] : [{ field, code: 'not_applicable', message }];
}

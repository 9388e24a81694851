import busboy from 'busboy';
import type { Request } from 'express';
import { FILE_TOO_LARGE, MAX_FILE_BYTES } from '../../../shared/domain/batch.js';
import { countCharacters } from '../../../shared/domain/characters.js';
import { echoName } from '../../../shared/domain/echo-name.js';
import type { FieldFault } from '../../../shared/domain/faults.js';
import { ApiError, malformedRequest } from '../../errors/catalogue.js';
import { isUncompressed } from '../../http/read-body.js';
import { unknownField } from '../../validation/validate-body.js';

/** The content of a form: one file, and fields by name. */
export interface ReceivedForm {
  file: { name: string; bytes: Buffer } | undefined;
  fields: Map<string, string>;
  /** Fields that were sent twice, cannot be read, or are longer than any of ours. */
  faults: FieldFault[];
}

// In characters, which have up to four bytes each.
const MAX_FIELD_LENGTH = 8192;

// What the parser makes of bytes that are not in the character set of their part.
const REPLACEMENT_CHARACTER = '\uFFFD';

// The parser counts bytes, and reports a file or field as cut when it has as many as this.
const LIMITS = {
  fileSize: MAX_FILE_BYTES + 1,
  files: 2,
  fields: 20,
  fieldSize: MAX_FIELD_LENGTH * 4 + 1,
  parts: 22,
  headerPairs: 20,
};

/** More than all that a form has beside its file. */
const MAX_BESIDE_FILE_BYTES = 1024 * 1024;

/** Whether the body is a form with files (RFC 7578), sent as it is. */
export function isForm(req: Request): boolean {
  return isUncompressed(req) && /^multipart\/form-data\s*;/i.test(req.headers['content-type'] ?? '');
}

/** A part as the parser reports it, which leaves out a name that is missing, and a text that it cannot decode. */
type Part =
  | { name: string | undefined; fileName: string; bytes: Buffer }
  | { name: string | undefined; text: string | undefined; isCut: boolean };

/**
 * Reads a form as it arrives. Throws 413 for a file over 5 MiB, which is not kept, and at once if the announced length
 * leaves no doubt, and 400 for anything but a form. Whatever arrives afterwards is discarded, on a connection that
 * stays open: closing it while the caller is still sending would reset it and lose the answer.
 */
export async function receiveForm(req: Request): Promise<ReceivedForm> {
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > MAX_FILE_BYTES + MAX_BESIDE_FILE_BYTES) {
    req.resume();
    throw fileTooLarge();
  }
  const form: ReceivedForm = { file: undefined, fields: new Map(), faults: [] };
  // Judged only here: whatever is thrown in an event of the parser belongs to no request, and ends the process.
  for (const part of await readParts(req)) {
    if ('bytes' in part) takeFile(form, part);
    else takeField(form, part);
  }
  return form;
}

function readParts(req: Request): Promise<Part[]> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    const parser = openParser(req);
    const fail = (error: Error): void => {
      req.unpipe(parser);
      req.resume();
      reject(error);
    };
    parser.on('file', (name: Part['name'], stream, { filename }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => fail(fileTooLarge()));
      stream.on('error', () => fail(brokenForm()));
      stream.on('end', () => parts.push({ name, fileName: filename ?? '', bytes: Buffer.concat(chunks) }));
    });
    parser.on('field', (name: Part['name'], text: string | undefined, { valueTruncated, nameTruncated }) =>
      parts.push({ name, text, isCut: valueTruncated || nameTruncated }),
    );
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
      parser.on(limit, () => fail(malformedRequest('The form has more parts than any batch needs.')));
    }
    parser.on('error', () => fail(brokenForm()));
    parser.on('close', () => resolve(parts));
    req.on('close', () => {
      if (!req.complete) fail(malformedRequest('The body ended before its announced length.'));
    });
    // A file that begins behind the end of the form never ends for the parser, which then never closes. All that it has
    // to do once the body is read, it does before an immediate.
    req.on('end', () => setImmediate(() => fail(brokenForm())));
    req.pipe(parser);
  });
}

function takeFile(
  form: ReceivedForm,
  { name = '', fileName, bytes }: Extract<Part, { bytes: Buffer }>,
): void {
  if (name !== 'file') form.faults.push(unknownField(name));
  else if (form.file !== undefined) form.faults.push(repeated(name));
  else form.file = { name: fileName, bytes };
}

function takeField(
  { fields, faults }: ReceivedForm,
  { name = '', text, isCut }: Extract<Part, { isCut: boolean }>,
): void {
  if (name === 'file') return void faults.push(noFile());
  if (fields.has(name)) faults.push(repeated(name));
  const isReadable = text !== undefined && !text.includes(REPLACEMENT_CHARACTER);
  if (isCut || countCharacters(text ?? '') > MAX_FIELD_LENGTH) faults.push(tooLong(name));
  else if (!isReadable) faults.push(unreadable(name));
  fields.set(name, isReadable ? text : '');
}

function openParser(req: Request): busboy.Busboy {
  try {
    return busboy({ headers: req.headers, limits: LIMITS, defParamCharset: 'utf8' });
  } catch {
    throw brokenForm();
  }
}

function fileTooLarge(): ApiError {
  return new ApiError('payload_too_large', FILE_TOO_LARGE);
}

function brokenForm(): ApiError {
  return malformedRequest('The body is not a valid form with a file (multipart/form-data).');
}

/** What a part without a file name is, whatever its content; `curl -F 'file=<rows.csv'` sends one. */
function noFile(): FieldFault {
  return {
    field: 'file',
    code: 'invalid_type',
    message: 'It was sent as text. Send it as a file, with a file name: with curl, -F file=@rows.csv.',
  };
}

function repeated(name: string): FieldFault {
  return { field: echoName(name), code: 'repeated', message: 'Send this field once.' };
}

function tooLong(name: string): FieldFault {
  return { field: echoName(name), code: 'too_long', message: 'The value of this field is too long.' };
}

function unreadable(name: string): FieldFault {
  return { field: echoName(name), code: 'invalid_text', message: 'Send the text of this field in UTF-8.' };
}

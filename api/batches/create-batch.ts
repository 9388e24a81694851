import type { Request, RequestHandler, Response } from 'express';
import { keyedHash } from '../../shared/crypto/keyed-hash.js';
import { readBack } from '../../shared/db/after-commit.js';
import { ofClient } from '../../shared/db/scope.js';
import { MAX_DRAFTS } from '../../shared/domain/batch.js';
import { firstCharacters } from '../../shared/domain/characters.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import { liveSideOf } from '../../shared/domain/mode.js';
import { holdsIdentityNumber } from '../../shared/domain/personal-data.js';
import { isPlainText } from '../../shared/domain/plain-text.js';
import type { WireNewBatch } from '../../shared/wire/batch.js';
import type { ApiDeps } from '../deps.js';
import {
  ApiError,
  conflict,
  fileRepeated,
  unsupportedMediaType,
  validationFailed,
} from '../errors/catalogue.js';
import { clientIdOf, contextOf, identityOf, reauthoriseCaller } from '../http/context.js';
import { modeOfRequest } from '../http/mode.js';
import { isForm, receiveForm } from './file/receive-form.js';
import { type FormFields, readFormFields } from './form-fields.js';
import { loadBatch } from './load-batch.js';
import { presentBatch } from './present-batch.js';
import { type DraftRefusal, refuseDraft } from './refuse-draft.js';
import { storeDraft } from './store-draft.js';
import { type ValidatedRow, validateRows } from './validate-rows.js';

type Deps = Pick<ApiDeps, 'db' | 'config' | 'batchFiles'>;

/**
 * POST /api/v1/batches: reads a file of rows, validates each row like a single request, and stores all of it as a
 * draft (contract 13). Nothing is reserved or submitted until someone starts it.
 */
export function createBatch(deps: Deps): RequestHandler {
  // Of both modes together: slow uploads of one client could otherwise take every place.
  return (req, res) =>
    deps.batchFiles.inTurn(liveSideOf(clientIdOf(res)), () => answerUpload(req, res, deps));
}

async function answerUpload(req: Request, res: Response, deps: Deps): Promise<void> {
  const { db: pool, config, batchFiles } = deps;
  const clientId = clientIdOf(res);
  const db = pool.scoped(ofClient(clientId));
  const { file, fields } = await receive(req);
  const fileHash = keyedHash(config.indexKey, 'batch', clientId, file.bytes.toString('base64'));
  const { allowRepeat } = fields;
  throwIfRefused(await db.transaction((sql) => refuseDraft(sql, { clientId, fileHash, allowRepeat })));
  const read = await batchFiles.read(file.bytes, fields.columns);
  if (read.kind === 'refused') {
    throw validationFailed([{ field: 'file', code: read.code, message: read.message }]);
  }
  const validated = await validateRows(read, fields, new Date(), modeOfRequest(res));
  if (!validated.ok) throw columnsUnclear(validated.faults, validated.columns);
  // Uploading and reading the file took time.
  await reauthoriseCaller(res);
  const draft = {
    ...draftOf(res, clientId, validated.rows),
    fileName: nameOf(file.name),
    fileHash,
    allowRepeat,
  };
  throwIfRefused(await storeDraft(db, draft, config));
  const row = await readBack(db, (sql) => loadBatch(sql, draft));
  if (row === undefined) throw new Error('Bug: a batch that was just stored is gone');
  res.location(`/api/v1/batches/${toPublicId('batch', draft.id)}`);
  res.status(201).json({ ...presentBatch(row), ignored_columns: validated.ignored } satisfies WireNewBatch);
}

/** Collects everything that is wrong with the form and its file at once. */
async function receive(req: Request): Promise<{ file: { name: string; bytes: Buffer }; fields: FormFields }> {
  if (!isForm(req)) throw unsupportedForm();
  const form = await receiveForm(req);
  const fields = readFormFields(form);
  const { faults } = fields;
  const { file } = form;
  const isNamed = faults.some(({ field }) => field === 'file');
  if (file === undefined && !isNamed) {
    faults.push({ field: 'file', code: 'required', message: 'Send one non-empty file in the field file.' });
  } else if (file?.bytes.length === 0 && !isNamed) {
    faults.push({ field: 'file', code: 'required', message: 'The file is empty.' });
  }
  if (faults.length > 0 || file === undefined) throw validationFailed(faults);
  return { file, fields };
}

function unsupportedForm(): ApiError {
  return new ApiError(
    unsupportedMediaType().kind,
    'Send a form, uncompressed, with Content-Type multipart/form-data and the file in the field file.',
  );
}

function throwIfRefused(refusal: DraftRefusal | undefined): void {
  if (refusal === 'too_many')
    throw conflict(`You already have ${MAX_DRAFTS} drafts. Start or cancel one of them first.`);
  if (refusal !== undefined) throw fileRepeated(toPublicId('batch', refusal.earlier));
}

function columnsUnclear(
  faults: Parameters<typeof validationFailed>[0],
  columns: readonly string[],
): ApiError {
  const { kind, message, body } = validationFailed(faults);
  return new ApiError(kind, message, { body: { ...body, columns } });
}

function draftOf(res: Response, clientId: string, rows: readonly ValidatedRow[]) {
  const { actor, channel } = identityOf(res);
  const { correlationId } = contextOf(res);
  return { id: newId(), clientId, rows, createdBy: actor, channel, correlationId };
}

const MAX_NAME_LENGTH = 100;

/** File names are stored in plain text, so one that may name a subject is not stored. */
function nameOf(name: string): string | null {
  const shown = firstCharacters(name.replace(/^.*[/\\]/, '').trim(), MAX_NAME_LENGTH);
  if (shown === '' || !isPlainText(shown) || holdsIdentityNumber(shown, { separated: true })) return null;
  return shown;
}

import type { KeyObject } from 'node:crypto';
import { settingsFrom } from '../../shared/config/environment.js';
import { readKey } from '../../shared/config/secrets.js';
import type { Database } from '../../shared/db/database.js';
import { type SubjectSearch, searchSubject } from '../../shared/db/search-subject.js';
import { namesSomebody } from '../../shared/domain/personal-data.js';
import { askSecretly } from './ask-secretly.js';
import { readClientFlags } from './client-flags.js';
import type { Flags } from './command.js';
import { UsageError } from './usage-error.js';

/** The subject such a command is about. */
export interface SubjectOfCommand {
  clientId: string;
  client: string;
  subject: string;
  reason: string;
  search: SubjectSearch;
  indexKey: KeyObject;
}

/**
 * Reads the flags, and the subject from SUBJECT or the terminal. Throws UsageError, ConfigError or an error with the
 * reason.
 */
export async function readSubjectFlags(flags: Flags): Promise<SubjectOfCommand> {
  const { clientId, client, reason } = readClientFlags(flags);
  const indexKey = readIndexKey();
  const subject = (await askSecretly('Subject: ', 'SUBJECT')).trim();
  const search = searchSubject(indexKey, clientId, subject, new Date());
  if (search === undefined)
    throw new Error('No service accepts such a subject. Enter the complete subject as it was submitted.');
  if (namesSomebody(reason, search.forms)) {
    throw new UsageError(
      '--reason must not contain the subject, because the audit log keeps it permanently.',
    );
  }
  return { clientId, client, subject, reason, search, indexKey };
}

/**
 * Throws if there is no such client, so that a mistyped one is not taken for a client without this subject; for staff,
 * there are no test sides.
 */
export async function requireClient(
  db: Database,
  { clientId, client }: Pick<SubjectOfCommand, 'clientId' | 'client'>,
): Promise<void> {
  const found = await db.query(`SELECT FROM clients WHERE id = $1 AND mode = 'live'`, [clientId]);
  if (found.length === 0) throw new Error(`There is no client ${client}.`);
}

function readIndexKey(): KeyObject {
  const hint = 'give the one that the processes have';
  const key = settingsFrom(process.env, (reader) => readKey(reader, 'INDEX_KEY', hint));
  if (key === undefined) throw new Error('Bug: no key and no fault');
  return key;
}

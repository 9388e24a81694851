import { EnvironmentReader } from '../../../shared/config/environment.js';
import { readKey, readKeyring } from '../../../shared/config/secrets.js';
import { madeNewestHash } from '../index-key.js';
import { fault, type Judgement, ok } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/**
 * Judges whether INDEX_KEY is the one that the hashes in the database were made with, and whether ENCRYPTION_KEYS open
 * what was sealed last. Throws SealError.
 */
export async function examineIndexKey({ environment, sql }: Surroundings): Promise<Judgement> {
  const reader = new EnvironmentReader(environment);
  const isSet = (name: string) => reader.optional(name) !== undefined;
  if (!isSet('INDEX_KEY') || !isSet('ENCRYPTION_KEYS')) {
    return ok('not compared: INDEX_KEY and ENCRYPTION_KEYS are not both set here');
  }
  const indexKey = readKey(reader, 'INDEX_KEY');
  const keyring = readKeyring(reader, 'ENCRYPTION_KEYS', true);
  reader.finish();
  if (indexKey === undefined || keyring === undefined) throw new Error('Bug: no key and no fault');
  const made = await madeNewestHash(sql, { indexKey, keyring });
  if (made === undefined) return ok('no request is there to compare it with');
  if (made) return ok('made the hashes of the newest request');
  return fault(
    'INDEX_KEY did not make the hashes of the newest request: searches, erasures and exports find nothing, and a repeated request is a 422',
    'set it to what the other processes have; if it was just changed on purpose, this ends with the next request (docs/personal-data.md, New keys)',
  );
}

import { randomBytes } from 'node:crypto';

/** What the processes of a run sign and seal with: new for each run, and shared by all its processes. */
export const SECRETS = {
  // Made of letters, so that the plain implementation can use it as a string.
  JWT_SECRETS: `run:${Buffer.from(randomBytes(32).toString('hex')).toString('base64')}`,
  ENCRYPTION_KEYS: `run:${randomBytes(32).toString('base64')}`,
  INDEX_KEY: randomBytes(32).toString('base64'),
  EVIDENCE_KEYS: `run:${randomBytes(32).toString('base64')}`,
};

import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Memory, Signed } from './witness.js';

/** Writes a file durably and atomically: its bytes are on disk before its name is, and its name before this returns. */
function writeSafely(file: string, content: string): void {
  const draft = `${file}.new`;
  // A full disk may take a part of it without an error, which writeFileSync goes on from.
  use(openSync(draft, 'w', 0o600), (handle) => {
    writeFileSync(handle, content);
    fsyncSync(handle);
  });
  renameSync(draft, file);
  use(openSync(path.dirname(file), 'r'), fsyncSync);
}

/** Closes it whatever happens: the log asks again and again, and there are only so many descriptors. */
function use(handle: number, work: (handle: number) => void): void {
  try {
    work(handle);
  } finally {
    closeSync(handle);
  }
}

/** The witness's own key, created at the first start; it never leaves this folder. */
export function ownKey(folder: string): KeyObject {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'key.pem');
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    writeSafely(file, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
  }
  return createPrivateKey(readFileSync(file));
}

/** The last signed checkpoint, in one file per log. An unreadable file is not taken for an empty memory: it throws. */
export function memoryIn(folder: string): Memory {
  const fileOf = (origin: string) =>
    path.join(folder, `${createHash('sha256').update(origin).digest('hex')}.json`);
  return {
    read: (origin) => {
      const file = fileOf(origin);
      return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Signed) : undefined;
    },
    write: (origin, signed) => writeSafely(fileOf(origin), `${JSON.stringify({ origin, ...signed })}\n`),
  };
}

import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** Many times what a sheet of 10 000 rows unpacks to. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ENTRIES = 500;

const TOO_LARGE =
  'The uncompressed spreadsheet is larger than any batch needs. Copy the rows into a new file.';

/**
 * Unpacks an archive without keeping the output, so that a zip bomb is found before anything stores it. Returns what is
 * wrong, if anything: sizes that differ from those announced are an error of the archive.
 */
export async function findZipFlaw(bytes: Buffer): Promise<string | undefined> {
  let unpacked = 0;
  let entries = 0;
  try {
    const zip = await fromBufferPromise(bytes);
    for await (const entry of zip.eachEntry()) {
      entries += 1;
      unpacked += entry.uncompressedSize;
      if (entries > MOST_ENTRIES || unpacked > MOST_BYTES) return TOO_LARGE;
      if (!entry.fileName.endsWith('/')) await unpackToNowhere(zip, entry);
    }
    return undefined;
  } catch {
    return 'The file is not a readable spreadsheet: its archive is damaged, or protected by a password.';
  }
}

async function unpackToNowhere(zip: ZipFile, entry: Entry): Promise<void> {
  // The stream compares the size with the announced one as it goes.
  const stream = await zip.openReadStreamPromise(entry);
  await pipeline(stream, new Writable({ write: (_chunk, _encoding, done) => done() }));
}

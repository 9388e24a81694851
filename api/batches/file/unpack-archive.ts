import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** Many times what a sheet of 10 000 rows unpacks to. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 500;
/** All that is read of a spreadsheet: pictures and settings of printers may be of any size. */
const READ = /\.xml(?:\.rels)?$/;

const TOO_LARGE =
  'The uncompressed spreadsheet is larger than any batch needs. Copy the rows into a new file.';

interface ArchivedFile {
  name: string;
  content: Buffer;
}

/** The files that the directory of an archive names, or what is wrong with it. */
export type Unpacked = { flaw: string } | { files: readonly ArchivedFile[] };

/**
 * Unpacks the files of a spreadsheet, no more than any batch needs: sizes that differ from those announced are an error
 * of the archive.
 */
export async function unpackArchive(bytes: Buffer): Promise<Unpacked> {
  const files: ArchivedFile[] = [];
  let unpacked = 0;
  let entries = 0;
  try {
    const zip = await fromBufferPromise(bytes);
    for await (const entry of zip.eachEntry()) {
      entries += 1;
      if (entries > MAX_ENTRIES) return { flaw: TOO_LARGE };
      if (!READ.test(entry.fileName) || entry.uncompressedSize === 0) continue;
      unpacked += entry.uncompressedSize;
      if (unpacked > MAX_BYTES) return { flaw: TOO_LARGE };
      // The stream compares the size with the announced one as it goes.
      files.push({
        name: entry.fileName,
        content: await buffer(await zip.openReadStreamPromise(entry)),
      });
    }
    return { files };
  } catch {
    return {
      flaw: 'The file is not a readable spreadsheet: its archive is damaged, or protected by a password.',
    };
  }
}

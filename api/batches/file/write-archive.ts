import { crc32 } from 'node:zlib';

/** A file to be put into an archive. */
export interface ArchivedFile {
  name: string;
  content: Buffer;
}

const LOCAL = Buffer.from('PK\u0003\u0004', 'latin1');
const CENTRAL = Buffer.from('PK\u0001\u0002', 'latin1');
const END = Buffer.from('PK\u0005\u0006', 'latin1');
/** The version of the format (2.0) that is needed to read the archive. */
const VERSION = 20;
const NAMES_ARE_UTF8 = 0x800;

/**
 * Writes a ZIP archive of these files, uncompressed. All that it announces is true, so that every reader finds the same
 * files in it, whether it goes by the directory or by what stands before each file.
 */
export function writeArchive(files: readonly ArchivedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const about = describe(name, content);
    const local = [LOCAL, about, Buffer.from(name), content];
    directory.push(CENTRAL, Buffer.from([VERSION, 0]), about, placeOf(offset), Buffer.from(name));
    parts.push(...local);
    offset += lengthOf(local);
  }
  const end = endOf(files.length, lengthOf(directory), offset);
  return Buffer.concat([...parts, ...directory, END, end]);
}

// What is left 0 says: no compression, no time, nothing extra, no comment, the only disk, no attributes.

/** What stands both before a file and in the directory. */
function describe(name: string, content: Buffer): Buffer {
  const about = Buffer.alloc(26);
  about.writeUInt16LE(VERSION, 0);
  about.writeUInt16LE(NAMES_ARE_UTF8, 2);
  about.writeUInt32LE(crc32(content), 10);
  about.writeUInt32LE(content.length, 14);
  about.writeUInt32LE(content.length, 18);
  about.writeUInt16LE(Buffer.byteLength(name), 22);
  return about;
}

/** Where a file stands: the end of its entry in the directory. */
function placeOf(offset: number): Buffer {
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  return place;
}

function endOf(files: number, directoryLength: number, directoryAt: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files, 4);
  end.writeUInt16LE(files, 6);
  end.writeUInt32LE(directoryLength, 8);
  end.writeUInt32LE(directoryAt, 12);
  return end;
}

function lengthOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

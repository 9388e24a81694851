import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';
import { MAX_LOGO_SIDE } from '../../shared/wire/logo.js';
import { refused, type ValidatedPicture } from './validated-picture.js';

const inflated = promisify(inflate) as (
  data: Buffer,
  options: { maxOutputLength: number },
) => Promise<Buffer>;

const BROKEN = refused('The PNG image is damaged: it is truncated, or its parts do not match.');
const UNSUITED = refused(
  'This kind of PNG is not supported. Save it with 8 bits per channel and without interlacing.',
);

/** Channels per pixel, by PNG colour type: grey, RGB, palette, grey with alpha, RGBA. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PALETTE = 3;
/** The highest filter type; each line begins with the number of its filter. */
const LAST_FILTER = 4;

interface Chunk {
  type: string;
  data: Buffer;
}

interface Header {
  width: number;
  height: number;
  bits: number;
  colour: number;
  interlaced: boolean;
}

/**
 * Reads a PNG file (W3C, third edition) to its last byte: every chunk by its checksum, and every line of the picture.
 */
export async function validatePng(file: Buffer): Promise<ValidatedPicture> {
  const chunks = readChunks(file);
  const header = chunks && readHeader(chunks[0]);
  if (chunks === undefined || header === undefined) return BROKEN;
  const { width, height } = header;
  if (!isSuited(header, chunks)) return UNSUITED;
  // An oversized picture is refused anyway, so it is not worth unpacking.
  const whole = Math.max(width, height) > MAX_LOGO_SIDE || (await hasAllLines(header, chunks));
  return whole ? { ok: true, mediaType: 'image/png', width, height } : BROKEN;
}

/**
 * All chunks; undefined unless the first is the header, the last the end, and each is intact. A second header would be
 * the one that our PDF writer goes by: it could claim any size.
 */
function readChunks(file: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let at = 8;
  while (at + 12 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4))
      return undefined;
    const type = file.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: file.subarray(at + 8, end - 4) });
    at = end;
    if (type === 'IEND') break;
  }
  const begins = chunks.findLastIndex(({ type }) => type === 'IHDR') === 0;
  return begins && at === file.length && chunks.at(-1)?.type === 'IEND' ? chunks : undefined;
}

function readHeader(chunk: Chunk | undefined): Header | undefined {
  if (chunk?.data.length !== 13) return undefined;
  const { data } = chunk;
  const header = {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bits: data.readUInt8(8),
    colour: data.readUInt8(9),
    interlaced: data.readUInt8(12) !== 0,
  };
  return header.width > 0 && header.height > 0 ? header : undefined;
}

/** What our PDF writer can show as it is: not interlaced, and no transparency with less than a byte per channel. */
function isSuited({ bits, colour, interlaced }: Header, chunks: readonly Chunk[]): boolean {
  if (CHANNELS[colour] === undefined || interlaced) return false;
  const isTransparent = chunks.some(({ type }) => type === 'tRNS');
  if (bits === 8) return !isTransparent || colour === PALETTE;
  return [1, 2, 4].includes(bits) && (colour === 0 || colour === PALETTE) && !isTransparent;
}

async function hasAllLines(
  { width, height, bits, colour }: Header,
  chunks: readonly Chunk[],
): Promise<boolean> {
  if (colour === PALETTE && !chunks.some(({ type }) => type === 'PLTE')) return false;
  const line = 1 + Math.ceil((width * bits * (CHANNELS[colour] ?? 0)) / 8);
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data));
  const lines = await inflated(data, { maxOutputLength: line * height }).catch(() => undefined);
  if (lines?.length !== line * height) return false;
  for (let at = 0; at < lines.length; at += line) if ((lines[at] ?? 0) > LAST_FILTER) return false;
  return true;
}

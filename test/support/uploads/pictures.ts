import { crc32, deflateSync } from 'node:zlib';

interface PngOptions {
  width?: number;
  height?: number;
  /** Colour type in the header: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA. */
  colour?: number;
  bits?: number;
  interlaced?: boolean;
  /** Chunks between header and picture. */
  chunks?: readonly Buffer[];
  /** Replaces the lines of a plain picture. */
  lines?: Buffer;
}

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** A PNG picture, built chunk by chunk. */
export function pngOf(options: PngOptions = {}): Buffer {
  const { width = 6, height = 4, colour = 2, bits = 8, interlaced = false, chunks = [] } = options;
  const line = 1 + Math.ceil((width * bits * (CHANNELS[colour] ?? 1)) / 8);
  const { lines = plainLines(line, height) } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colour, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunkOf('IHDR', header),
    ...(colour === 3 ? [chunkOf('PLTE', Buffer.from([20, 90, 160, 250, 250, 250]))] : []),
    ...chunks,
    chunkOf('IDAT', deflateSync(lines)),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

export function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

function plainLines(line: number, height: number): Buffer {
  const lines = Buffer.alloc(line * height, 1);
  for (let row = 0; row < height; row++) lines[row * line] = 0;
  return lines;
}

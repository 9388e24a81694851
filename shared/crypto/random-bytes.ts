import { randomFillSync } from 'node:crypto';

// A few hundred nonces. Each request for random bytes costs the same 2 µs, however few they are.
const BLOCK_BYTES = 4_096;

let block = Buffer.alloc(0);

/**
 * Returns cryptographically random bytes for keys and nonces, at most 4 KiB at once. No byte is ever handed out twice.
 */
export function takeRandomBytes(size: number): Buffer {
  if (block.length < size) block = randomFillSync(Buffer.allocUnsafeSlow(BLOCK_BYTES));
  const bytes = block.subarray(0, size);
  block = block.subarray(size);
  return bytes;
}

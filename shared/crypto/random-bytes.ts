import { randomFillSync } from 'node:crypto';

// Some hundred nonces. Each request for random bytes costs the same 2 µs however few they are.
const BLOCK_BYTES = 4_096;

let block = Buffer.alloc(0);

/** Cryptographically random bytes, for keys and nonces. No byte is ever handed out twice; at most 4 KiB at once. */
export function takeRandomBytes(size: number): Buffer {
  if (block.length < size) block = randomFillSync(Buffer.allocUnsafeSlow(BLOCK_BYTES));
  const bytes = block.subarray(0, size);
  block = block.subarray(size);
  return bytes;
}

import type { CallSettlement } from '../../shared/settlement/settlement.js';

const VERSION = 1;

/** Encodes a settlement as bytes; its personal data is sealed already. */
export function encodeSettlement(settlement: CallSettlement): Buffer {
  return Buffer.from(JSON.stringify({ version: VERSION, settlement: withTexts(settlement) }));
}

/** Decodes what `encodeSettlement` made. Throws on anything else. */
export function decodeSettlement(bytes: Buffer): CallSettlement {
  const content = JSON.parse(bytes.toString(), (_key, value: unknown) =>
    isBase64(value) ? Buffer.from(value.base64, 'base64') : value,
  ) as { version: unknown; settlement: CallSettlement };
  if (content.version !== VERSION) throw new Error('A settlement of an unknown version');
  return content.settlement;
}

/**
 * Replaces Buffers before JSON does, which would make an array of a number for each byte: a million for a large answer.
 */
function withTexts(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return { base64: value.toString('base64') };
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member)]));
}

function isBase64(value: unknown): value is { base64: string } {
  return typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string';
}

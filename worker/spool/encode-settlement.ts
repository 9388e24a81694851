import type { CallSettlement } from '../../shared/settlement/settlement.js';

const VERSION = 1;

/** Encodes a settlement as bytes; its personal data is sealed already. */
export function encodeSettlement(settlement: CallSettlement): Buffer {
  const content = JSON.stringify({ version: VERSION, settlement }, (_key, value: unknown) =>
    isBufferJson(value) ? { base64: Buffer.from(value.data).toString('base64') } : value,
  );
  return Buffer.from(content);
}

/** Decodes what `encodeSettlement` made. Throws on anything else. */
export function decodeSettlement(bytes: Buffer): CallSettlement {
  const content = JSON.parse(bytes.toString(), (_key, value: unknown) =>
    isBase64(value) ? Buffer.from(value.base64, 'base64') : value,
  ) as { version: unknown; settlement: CallSettlement };
  if (content.version !== VERSION) throw new Error('A settlement of an unknown version');
  return content.settlement;
}

/** A replacer sees Buffers only after their toJSON has run. */
function isBufferJson(value: unknown): value is { type: 'Buffer'; data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
}

function isBase64(value: unknown): value is { base64: string } {
  return typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string';
}

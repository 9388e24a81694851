// As much of DER (X.690) as certificates and signatures take.

/** An element: its tag, its length, and its content. */
export function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes = Buffer.from(
    length.toString(16).padStart(length < 0x100 ? 2 : length < 0x1_0000 ? 4 : 6, '0'),
    'hex',
  );
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content]);
}

export function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, ...parts);
}

/** A SET OF, whose members stand in the order of their bytes. */
export function setOf(...members: readonly Buffer[]): Buffer {
  return element(0x31, ...[...members].sort(Buffer.compare));
}

export function octets(content: Buffer): Buffer {
  return element(0x04, content);
}

/** A whole number that is not negative, from its bytes. */
export function integer(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.from([0]) : bytes.subarray(first);
  return element(0x02, ...((digits[0] ?? 0) >= 0x80 ? [Buffer.from([0])] : []), digits);
}

/** An object identifier in dotted decimal. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return element(0x06, Buffer.from(bytes));
}

export const NULL: Buffer = element(0x05);

/** The elements that stand one behind the other in some bytes, each with its header. */
export function elementsIn(bytes: Buffer): { tag: number; whole: Buffer; content: Buffer }[] {
  const found = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0;
    const short = bytes[at + 1] ?? 0;
    const sizeBytes = short < 0x80 ? 0 : short & 0x7f;
    const length = sizeBytes === 0 ? short : bytes.readUIntBE(at + 2, sizeBytes);
    const start = at + 2 + sizeBytes;
    found.push({
      tag,
      whole: bytes.subarray(at, start + length),
      content: bytes.subarray(start, start + length),
    });
    at = start + length;
  }
  return found;
}

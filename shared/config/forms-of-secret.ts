export const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const HEX = /^([0-9a-f]{2})+$/i;

/** The bytes that a secret may stand for, each in hex: as it is written, and decoded from base64 and from hex. */
export function formsOfSecret(text: string): string[] {
  return [
    Buffer.from(text).toString('hex'),
    ...(BASE64.test(text) ? [Buffer.from(text, 'base64').toString('hex')] : []),
    ...(HEX.test(text) ? [text.toLowerCase()] : []),
  ];
}

import { concat, fromHex, same, toHex } from './bytes.js';
import { isSignedByRsa, sha256 } from './crypto.js';
import { derIn, element, inside } from './der.js';
import { demand } from './fault.js';

const ONE = fromHex('020101');
const SHA256 = fromHex('300b0609608648016503040201');
const DATA = fromHex('06092a864886f70d010701');
const SIGNED_DATA = fromHex('06092a864886f70d010702');
const RSA = fromHex('300d06092a864886f70d0101010500');
/** Signed attributes: the digest of the file (RFC 5652, 11.2), and the certificates (RFC 5035, 3). */
const MESSAGE_DIGEST = '2a864886f70d010904';
const SIGNING_CERTIFICATE = '2a864886f70d010910022f';

/** Checks the signature over a PDF report (PAdES): over every byte, by the key of the certificate in it. */
export async function checkPdf(bytes) {
  const { signed, contents } = splitAtSignature(bytes);
  const { message, certificates, attributes, signature } = readSignature(contents);
  const stated = inside(attributeIn(attributes, MESSAGE_DIGEST), 0).content;
  demand(same(stated, await sha256(...signed)), 'the file was changed after it was signed');
  await checkCertificates(certificates, attributes);
  const [certificate] = certificates;
  const body = derIn(inside(certificate, 0).content);
  const set = concat(Uint8Array.of(0x31), attributes.whole.slice(1));
  demand(await isSignedByRsa(body[6].whole, set, signature), 'its signature does not hold');
  const names = body.filter(({ tag }) => tag !== 0xa0);
  const expected = writeSignature({
    issuer: names[2].whole,
    serial: names[0].whole,
    certificates: concat(...certificates.map(({ whole }) => whole)),
    attributes: attributes.content,
    signature,
  });
  demand(same(message.whole, expected), 'its signature is written in another way');
  return { certificate: toHex(await sha256(certificate.whole)) };
}

/** The bytes before and behind the signature, which must be all others, and the signature with its padding. */
function splitAtSignature(bytes) {
  const text = new TextDecoder('latin1').decode(bytes);
  const ranges = [...text.matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\] *\n/g)];
  demand(ranges.length === 1, 'it carries no signature, or several');
  const [from, to, rest] = ranges[0].slice(1).map(Number);
  const whole = to + rest === bytes.length && text[from] === '<' && text[to - 1] === '>';
  demand(whole, 'the signature leaves bytes out');
  return { signed: [bytes.slice(0, from), bytes.slice(to)], contents: fromHex(text.slice(from + 1, to - 1)) };
}

/** The parts of a CMS signature (RFC 5652, 5.1), with nothing but zeros behind it. */
function readSignature(contents) {
  const [message] = derIn(contents.slice(0, 4 + contents[2] * 256 + contents[3]));
  const padding = contents.slice(message.whole.length);
  demand(
    padding.every((byte) => byte === 0),
    'something stands behind the signature',
  );
  const parts = derIn(inside(message, 1, 0).content);
  const signer = derIn(inside(parts[4], 0).content);
  return {
    message,
    certificates: derIn(parts[3].content),
    attributes: signer[3],
    signature: signer[5].content,
  };
}

function attributeIn(attributes, type) {
  return derIn(attributes.content)
    .map((attribute) => derIn(attribute.content))
    .find(([id]) => toHex(id.content) === type)?.[1];
}

/** Demands that the certificates are those the signature was made with. */
async function checkCertificates(certificates, attributes) {
  const stated = derIn(inside(attributeIn(attributes, SIGNING_CERTIFICATE), 0, 0).content);
  // Earlier releases signed only the signer's own certificate, with those of its issuers unsigned beside it.
  demand(
    [1, certificates.length].includes(stated.length),
    'it carries other certificates than it was signed with',
  );
  for (const [place, each] of stated.entries()) {
    const hash = await sha256(certificates[place].whole);
    demand(same(inside(each, 0).content, hash), 'one of its certificates was replaced');
  }
}

/** Rebuilds a report's signature as the service writes it, so that unsigned parts have only one accepted form. */
function writeSignature({ issuer, serial, certificates, attributes, signature }) {
  const named = element(0x30, issuer, serial);
  const signed = element(0xa0, attributes);
  const signer = element(0x30, ONE, named, SHA256, signed, RSA, element(0x04, signature));
  const sets = [
    element(0x31, SHA256),
    element(0x30, DATA),
    element(0xa0, certificates),
    element(0x31, signer),
  ];
  return element(0x30, SIGNED_DATA, element(0xa0, element(0x30, ONE, ...sets)));
}

// Checks receipts, log proofs, PDF reports and webhooks with WebCrypto alone. Strict: of several encodings of the same
// bytes only one is accepted, so that no changed byte goes unnoticed.

const utf8 = new TextEncoder();
const { subtle } = globalThis.crypto;

class Fault extends Error {}

function demand(condition, why) {
  if (!condition) throw new Fault(why);
}

function fromBase64(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  demand(toBase64(bytes) === text, 'it is not written in canonical base64');
  return bytes;
}

function toBase64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

function fromBase64Url(text) {
  demand(/^[A-Za-z0-9_-]*$/.test(text), 'it is not written in base64url');
  const padded = text.replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(padded.padEnd(Math.ceil(text.length / 4) * 4, '='));
}

function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text) {
  demand(/^([0-9a-f]{2})*$/.test(text), 'it is not written in hexadecimal digits');
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function same(a, b) {
  return a.length === b.length && a.every((byte, place) => byte === b[place]);
}

async function sha256(...parts) {
  return new Uint8Array(await subtle.digest('SHA-256', concat(...parts)));
}

async function isSignedBy(publicKey, message, signature) {
  const key = await subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  return subtle.verify({ name: 'Ed25519' }, key, signature, message);
}

/** The keys of a JWK set, by id. */
function readKeys(text) {
  const { keys } = JSON.parse(text);
  return keys.filter(({ crv }) => crv === 'Ed25519').map(({ kid, x }) => ({ kid, bytes: fromBase64Url(x) }));
}

/** JSON with sorted keys, as the service hashes it. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(',')}}`;
}

/** Checks a consent receipt: who signed it, that its parts are consistent, and its hash in the log. */
export async function checkReceipt(text, keys) {
  // Some editors and mail programs end a line in their own way.
  const parts = text.replace(/\r?\n$/, '').split('.');
  demand(parts.length === 3, 'it is no JWS in compact form');
  const [header, claims] = parts
    .slice(0, 2)
    .map((part) => JSON.parse(new TextDecoder().decode(fromBase64Url(part))));
  demand(header.alg === 'EdDSA' && header.typ === 'consent-receipt+jwt', 'it is no consent receipt');
  const key = keys.find(({ kid }) => kid === header.kid);
  demand(key !== undefined, `no trusted key has the id ${header.kid}`);
  const signed = utf8.encode(`${parts[0]}.${parts[1]}`);
  demand(await isSignedBy(key.bytes, signed, fromBase64Url(parts[2])), 'the signature is not by that key');
  const { hash, previous_hash: previous, record } = claims.evidence;
  const worked = await sha256(fromHex(previous), utf8.encode(canonical(record)));
  demand(toHex(worked) === hash, 'the stored consent in it has another hash');
  for (const { wording, wording_hash: stated } of claims.consents) {
    demand(
      wording === null || toHex(await sha256(utf8.encode(wording))) === stated,
      'a wording has another hash',
    );
  }
  return { claims, kid: header.kid, hash: worked };
}

async function keyHash(name, material) {
  return (await sha256(utf8.encode(`${name}\n`), material)).slice(0, 4);
}

/** The text, size and root of a checkpoint, once its signatures are verified. */
async function checkCheckpoint(note, keys, witnesses) {
  const [, text, lines] = /^((?:[^\n]+\n){3,})\n((?:— [^\n]+\n)+)$/.exec(note) ?? [];
  demand(text !== undefined, 'its checkpoint is malformed');
  const [origin, size, root] = text.split('\n');
  const signatures = lines
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name, base64] = /^— (\S+) (\S+)$/.exec(line) ?? [];
      demand(base64 !== undefined, 'a signature line is malformed');
      return { name, bytes: fromBase64(base64) };
    });
  let byLog = 0;
  for (const { name, bytes } of signatures.filter((signature) => signature.name === origin)) {
    for (const key of keys) {
      const hash = await keyHash(origin, concat(Uint8Array.of(1), key.bytes));
      if (!same(hash, bytes.slice(0, 4))) continue;
      demand(
        await isSignedBy(key.bytes, utf8.encode(text), bytes.slice(4)),
        `the signature of ${name} does not hold`,
      );
      byLog += 1;
    }
  }
  demand(byLog > 0, 'no trusted key of the log has signed its checkpoint');
  const seen = [];
  for (const witness of witnesses) seen.push(await checkCosignature(witness, text, signatures));
  demand(/^(0|[1-9]\d*)$/.test(size), 'its checkpoint is malformed');
  return { origin, size: Number(size), root: fromBase64(root), seen };
}

/** The time at which a witness signed a checkpoint (C2SP tlog-cosignature). */
async function checkCosignature(verifierKey, text, signatures) {
  const [, name, , base64] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(verifierKey.trim()) ?? [];
  demand(base64 !== undefined, `${verifierKey} is no key of a witness`);
  const material = fromBase64(base64);
  const hash = await keyHash(name, material);
  const own = signatures.find(
    (signature) => signature.name === name && same(hash, signature.bytes.slice(0, 4)),
  );
  demand(own !== undefined, `the witness ${name} has not signed it`);
  const time = new DataView(own.bytes.buffer, 4, 8).getBigUint64(0);
  const message = utf8.encode(`cosignature/v1\ntime ${time}\n${text}`);
  demand(
    await isSignedBy(material.slice(1), message, own.bytes.slice(12)),
    `the signature of ${name} does not hold`,
  );
  return `${name} at ${new Date(Number(time) * 1000).toISOString()}`;
}

/** The root an inclusion proof leads to (RFC 9162, 2.1.3.2). */
async function rootOf(entry, index, size, path) {
  let [node, last, hash] = [index, size - 1, await sha256(Uint8Array.of(0), entry)];
  for (const sibling of path) {
    demand(last > 0, 'the proof is too long');
    if (node % 2 === 1 || node === last) {
      hash = await sha256(Uint8Array.of(1), sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
    } else {
      hash = await sha256(Uint8Array.of(1), hash, sibling);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  demand(last === 0, 'the proof is too short');
  return hash;
}

/** The kind of a record, recognised by members only that kind has. */
function kindOf(record) {
  if (record === undefined || 'act' in record) return 'access';
  return 'action' in record ? 'audit' : undefined;
}

/** Checks what the proof of an access or an act says about its entry: the record and its salt, or the entry alone. */
async function checkExtra(base64) {
  const text = readText(fromBase64(base64));
  const said = JSON.parse(text);
  demand(canonical(said) === text, 'what it says of its entry is written in another way');
  // The kind is not covered by a hash, so it must match the record. A withheld record is an access.
  demand(said.kind === kindOf(said.record), 'it calls its entry something else');
  if (said.entry !== undefined) return { ...said, entry: fromHex(said.entry) };
  const hash = await sha256(fromHex(said.previous_hash), utf8.encode(canonical(said.record)));
  return { ...said, entry: await sha256(fromHex(said.salt), hash) };
}

/** Checks a C2SP tlog-proof: of what it discloses itself, or of an entry that is the evidence hash of a receipt. */
export async function checkProof(text, keys, witnesses, receipts) {
  const [, extra, number, lines, note] =
    /^c2sp\.org\/tlog-proof@v1\n(?:extra ([^\n]+)\n)?index (0|[1-9]\d*)\n((?:[^\n]+\n)*)\n([\s\S]+)$/.exec(
      text,
    ) ?? [];
  demand(note !== undefined, 'it is no proof of C2SP tlog-proof');
  const checkpoint = await checkCheckpoint(note, keys, witnesses);
  const index = Number(number);
  demand(index < checkpoint.size, 'the checkpoint ends before the entry');
  const said = extra === undefined ? undefined : await checkExtra(extra);
  const entries = said === undefined ? receipts : [said.entry];
  const path = lines.split('\n').slice(0, -1).map(fromBase64);
  for (const entry of entries) {
    if (same(await rootOf(entry, index, checkpoint.size, path), checkpoint.root)) {
      return { ...checkpoint, index, entry, said };
    }
  }
  demand(entries.length > 0, 'open the receipt together with its proof');
  throw new Fault(
    `it does not prove that ${said === undefined ? 'the receipt' : 'what it says'} is in the log`,
  );
}

/** Checks a webhook: its three headers, an empty line and its body (Standard Webhooks, v1a). */
export async function checkWebhook(text, keys) {
  const end = text.indexOf('\n\n');
  const header = (name) => new RegExp(`^${name}: *(\\S.*?) *$`, 'm').exec(text.slice(0, end))?.[1] ?? '';
  const message = utf8.encode(
    `${header('webhook-id')}.${header('webhook-timestamp')}.${text.slice(end + 2)}`,
  );
  for (const signature of header('webhook-signature').split(' ')) {
    if (!signature.startsWith('v1a,')) continue;
    for (const { kid, bytes } of keys) {
      if (await isSignedBy(bytes, message, fromBase64(signature.slice(4)))) {
        return { kid, time: new Date(Number(header('webhook-timestamp')) * 1000).toISOString() };
      }
    }
  }
  throw new Fault('no trusted key has signed it (v1a)');
}

/** The elements of a DER value, each with its header. */
function derIn(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length; ) {
    const sizeBytes = bytes[at + 1] < 0x80 ? 0 : bytes[at + 1] & 0x7f;
    let length = sizeBytes === 0 ? bytes[at + 1] : 0;
    for (let place = 0; place < sizeBytes; place += 1) length = length * 256 + bytes[at + 2 + place];
    const start = at + 2 + sizeBytes;
    demand(start + length <= bytes.length, 'its signature is cut short');
    found.push({
      tag: bytes[at],
      whole: bytes.slice(at, start + length),
      content: bytes.slice(start, start + length),
    });
    at = start + length;
  }
  return found;
}

const inside = (element, ...places) =>
  places.reduce((current, place) => derIn(current.content)[place], element);

function element(tag, ...parts) {
  const content = concat(...parts);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return concat(Uint8Array.of(tag, ...head), content);
}

const ONE = fromHex('020101');
const SHA256 = fromHex('300b0609608648016503040201');
const DATA = fromHex('06092a864886f70d010701');
const SIGNED_DATA = fromHex('06092a864886f70d010702');
const RSA = fromHex('300d06092a864886f70d0101010500');

/** Rebuilds a report's signature as the service writes it, so that unsigned parts have only one accepted form. */
function writeSignature({ issuer, serial, certificates, attributes, signature }) {
  const named = element(0x30, issuer, serial);
  const signer = element(0x30, ONE, named, SHA256, attributes, RSA, element(0x04, signature));
  const sets = [
    element(0x31, SHA256),
    element(0x30, DATA),
    element(0xa0, certificates),
    element(0x31, signer),
  ];
  return element(0x30, SIGNED_DATA, element(0xa0, element(0x30, ONE, ...sets)));
}

/** Checks the signature over a PDF report (PAdES): over every byte, by the key of the certificate in it. */
export async function checkPdf(bytes) {
  const text = new TextDecoder('latin1').decode(bytes);
  const ranges = [...text.matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\] *\n/g)];
  demand(ranges.length === 1, 'it carries no signature, or several');
  const [from, to, rest] = ranges[0].slice(1).map(Number);
  demand(
    to + rest === bytes.length && text[from] === '<' && text[to - 1] === '>',
    'the signature leaves bytes out',
  );
  const contents = fromHex(text.slice(from + 1, to - 1));
  const [message] = derIn(contents.slice(0, 4 + contents[2] * 256 + contents[3]));
  demand(
    contents.slice(message.whole.length).every((byte) => byte === 0),
    'something stands behind the signature',
  );
  const signed = inside(message, 1, 0);
  const parts = derIn(signed.content);
  const certificates = derIn(parts[3].content);
  const signer = derIn(inside(parts[4], 0).content);
  const attributes = signer[3];
  const attributeValue = (last) =>
    derIn(attributes.content)
      .map((attribute) => derIn(attribute.content))
      .find(([type]) => toHex(type.content) === last)?.[1];
  const digest = await sha256(bytes.slice(0, from), bytes.slice(to));
  demand(
    same(inside(attributeValue('2a864886f70d010904'), 0).content, digest),
    'the file was changed after it was signed',
  );
  const stated = derIn(inside(attributeValue('2a864886f70d010910022f'), 0, 0).content);
  // Earlier releases signed only the signer's own certificate, with those of its issuers unsigned beside it.
  demand(
    [1, certificates.length].includes(stated.length),
    'it carries other certificates than it was signed with',
  );
  for (const [place, each] of stated.entries()) {
    const hash = await sha256(certificates[place].whole);
    demand(same(inside(each, 0).content, hash), 'a certificate of it was exchanged');
  }
  const certificate = certificates[0];
  const body = derIn(inside(certificate, 0).content);
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const key = await subtle.importKey('spki', body[6].whole, algorithm, false, ['verify']);
  const set = concat(Uint8Array.of(0x31), attributes.whole.slice(1));
  demand(await subtle.verify(algorithm, key, signer[5].content, set), 'its signature does not hold');
  const names = body.filter(({ tag }) => tag !== 0xa0);
  const expected = writeSignature({
    issuer: names[2].whole,
    serial: names[0].whole,
    certificates: parts[3].content,
    attributes: attributes.whole,
    signature: signer[5].content,
  });
  demand(same(message.whole, expected), 'its signature is written in another way');
  return { certificate: toHex(await sha256(certificate.whole)) };
}

const KINDS = [
  ['proof', (text) => text.startsWith('c2sp.org/tlog-proof@v1')],
  ['pdf', (text) => text.startsWith('%PDF-')],
  ['webhook', (text) => /^webhook-(id|timestamp|signature):/im.test(text)],
  ['receipt', () => true],
];

/** Strict: a lenient decoder would replace different invalid bytes with the same character. */
function readText(bytes) {
  demand(bytes.length > 0, 'it is empty');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('it is neither text nor a PDF');
  }
}

/** Checks everything it is given and says in words what is proven for each, and by whom. */
export async function checkAll(given, { keys: keyText, witnesses = [] }) {
  const keys = readKeys(keyText);
  const items = given.map((item) => {
    // Each byte is a character of its own until the file is known to be text.
    const characters = new TextDecoder('latin1').decode(item.bytes);
    return { ...item, kind: KINDS.find(([, fits]) => fits(characters))[0] };
  });
  const entries = [];
  const results = [];
  for (const item of [...items].sort(
    (a, b) => (a.kind === 'receipt' ? -1 : 0) - (b.kind === 'receipt' ? -1 : 0),
  )) {
    try {
      const text = item.kind === 'pdf' ? '' : readText(item.bytes);
      const found = await CHECKS[item.kind]({ ...item, text }, { keys, witnesses, entries });
      results.push({ name: item.name, proven: true, ...found });
    } catch (error) {
      results.push({
        name: item.name,
        proven: false,
        title: `this ${item.kind} proves nothing`,
        lines: [error.message],
      });
    }
  }
  return results;
}

const TITLES = { access: 'a logged look', audit: 'a logged act' };

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The public id for a UUID in a record. */
function publicId(prefix, uuid) {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let letters = '';
  for (let place = 0; place < 26; place += 1) {
    letters = LETTERS[Number(rest & 31n)] + letters;
    rest >>= 5n;
  }
  return `${prefix}_${letters}`;
}

/** Describes the record of a logged entry. */
function wordsOf({ kind, record }) {
  if (record === undefined) {
    return [
      'What it says is withheld, because it tells from where staff of the service looked, or stands next to such a look. An auditor is shown it.',
    ];
  }
  const { entry_no: no, recorded_at: at, ip_address: address } = record;
  const from = address === null ? '' : ` from ${address}`;
  if (kind === 'audit') {
    const { actor, action, target, details } = record;
    return [
      `Act ${no} of the audit log: ${actor} did ${action} on ${target}, on ${at}${from}.`,
      `Details: ${canonical(details)}`,
    ];
  }
  const {
    actor_kind: actor,
    actor_id: id,
    act,
    channel,
    verification_id: verification,
    client_id: client,
  } = record;
  const who = id === null ? 'the system' : `${actor} ${publicId(actor === 'api_key' ? 'key' : 'usr', id)}`;
  const what = verification === null ? 'of many verifications' : `of ${publicId('ver', verification)}`;
  return [
    `Look ${no} into what ${publicId('cli', client)} holds: ${who} opened the ${act} ${what}, on ${at}, by way of the ${channel}${from}.`,
  ];
}

const CHECKS = {
  receipt: async ({ text }, { keys, entries }) => {
    const { claims, kid, hash } = await checkReceipt(text, keys);
    entries.push(hash);
    const given = claims.consents
      .filter((consent) => consent.given)
      .map(({ wording, name }) => wording ?? name);
    return {
      title: claims.mode === 'test' ? 'a receipt of test mode' : 'a genuine consent receipt',
      lines: [
        `The holder of the key ${kid} states that ${claims.pii_controllers[0].name} confirmed, on ${claims.event.event_time}, through ${claims.event.entity_id}:`,
        ...given.map((sentence) => `“${sentence}”`),
        `For: ${claims.purposes[0].purpose} (${claims.purposes[0].service}), at ${claims.price.credits} credits, as ${claims.request_id}.`,
        ...(claims.mode === 'test'
          ? ['Test mode: no person was asked about, and the answer is invented.']
          : []),
        'Not proven: that the person whom the check is about agreed. The client has to show that.',
      ],
    };
  },
  proof: async ({ text }, { keys, witnesses, entries }) => {
    const { origin, index, size, seen, said } = await checkProof(text, keys, witnesses, entries);
    const by =
      seen.length === 0
        ? 'No witness was demanded, so only the log itself says so.'
        : `Witnesses: ${seen.join('; ')}.`;
    const place = `entry ${index} of the log ${origin}, of ${size} entries.`;
    if (said === undefined)
      return { title: 'a valid proof', lines: [`The consent of the receipt is ${place}`, by] };
    return { title: TITLES[said.kind], lines: [...wordsOf(said), `It is ${place}`, by] };
  },
  webhook: async ({ text }, { keys }) => {
    const { kid, time } = await checkWebhook(text, keys);
    return {
      title: 'a genuine webhook',
      lines: [`The holder of the key ${kid} wrote it on ${time}. Not proven: to whom.`],
    };
  },
  pdf: async ({ bytes }) => {
    const { certificate } = await checkPdf(bytes);
    return {
      title: 'an unchanged report',
      lines: [
        'Not a byte was changed since it was signed.',
        `By the holder of the certificate with the SHA-256 ${certificate}: compare it with the one you know.`,
      ],
    };
  },
};

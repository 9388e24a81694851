import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

// The rules of a witness (C2SP tlog-witness, tlog-cosignature, signed-note). Deliberately shares no code with the
// service it watches and needs no packages: whoever runs it can read all of it.

/** The newest checkpoint of a log signed by this witness. */
export interface Signed {
  size: number;
  root: string;
}

/** Keeps what was signed, on the witness's own disk. `write` returns once it is safe there. */
export interface Memory {
  read(origin: string): Signed | undefined;
  write(origin: string, signed: Signed): void;
}

/** The public key of a log, as `/log/vkey` shows it: name, four bytes that name the key, and the key. */
export interface LogKey {
  name: string;
  hash: string;
  key: KeyObject;
}

export interface Answer {
  status: number;
  body: string;
  type?: string;
}

/** The prefix of a 32-byte Ed25519 public key in SPKI form (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const LOG_KEY = 0x01;
const COSIGNATURE = 0x04;

export function readLogKey(text: string): LogKey {
  const [, name = '', hash = '', material = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = Buffer.from(material, 'base64');
  if (bytes.length !== 33 || bytes[0] !== LOG_KEY) throw new Error(`${text} is not an Ed25519 key of a log`);
  if (keyHash(name, bytes) !== hash) throw new Error(`${text} has a typing error: its hash does not match`);
  return {
    name,
    hash,
    key: createPublicKey({ key: Buffer.concat([SPKI, bytes.subarray(1)]), format: 'der', type: 'spki' }),
  };
}

function keyHash(name: string, material: Buffer): string {
  return createHash('sha256').update(`${name}\n`).update(material).digest('hex').slice(0, 8);
}

/** The witness's own key in the form given to others. */
export function ownVerifierKey(name: string, key: KeyObject): string {
  const material = ownMaterial(key);
  return `${name}+${keyHash(name, material)}+${material.toString('base64')}`;
}

function ownMaterial(key: KeyObject): Buffer {
  const bytes = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI.length);
  return Buffer.concat([Buffer.from([COSIGNATURE]), bytes]);
}

export class Witness {
  constructor(
    private readonly name: string,
    private readonly key: KeyObject,
    private readonly logs: readonly LogKey[],
    private readonly memory: Memory,
    private readonly now: () => number = () => Math.floor(Date.now() / 1_000),
  ) {}

  /** Answers one add-checkpoint request. It is synchronous, so two requests never see the same memory. */
  addCheckpoint(request: string): Answer {
    const asked = readRequest(request);
    if (asked === undefined) return refuse(400, 'this is not an add-checkpoint request');
    const { old, proof, text, origin, size, root, signatures } = asked;
    const keys = this.logs.filter(({ name }) => name === origin);
    if (keys.length === 0) return refuse(404, `the log ${origin} is not watched here`);
    const isSigned = signatures.some(({ name, hash, signature }) => {
      const known = keys.find((key) => key.name === name && key.hash === hash);
      return known !== undefined && verify(null, Buffer.from(text), known.key, signature);
    });
    if (!isSigned) return refuse(403, 'no key of the log has signed this checkpoint');
    if (old > size) return refuse(400, 'the old size is larger than the checkpoint');
    const last = this.memory.read(origin) ?? { size: 0, root: '' };
    if (old !== last.size) return { status: 409, body: `${last.size}\n`, type: 'text/x.tlog.size' };
    if (old === size && old > 0 && root !== last.root) {
      return refuse(409, `INCONSISTENT: another root was signed here at size ${old}`);
    }
    if (!isConsistent(last, { size, root }, proof)) {
      return refuse(422, `INCONSISTENT: this does not continue the log that was signed here at size ${old}`);
    }
    this.memory.write(origin, { size, root });
    return { status: 200, body: this.#cosign(text) };
  }

  #cosign(text: string): string {
    const time = this.now();
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), this.key);
    const stamp = Buffer.alloc(8);
    stamp.writeBigUInt64BE(BigInt(time));
    const hash = Buffer.from(keyHash(this.name, ownMaterial(this.key)), 'hex');
    return `— ${this.name} ${Buffer.concat([hash, stamp, signature]).toString('base64')}\n`;
  }
}

function refuse(status: number, why: string): Answer {
  return { status, body: `${why}\n` };
}

/** Of several encodings of the same bytes only one is accepted. */
function isCanonical(base64: string): boolean {
  return Buffer.from(base64, 'base64').toString('base64') === base64;
}

function readRequest(request: string) {
  const [, first = '', proofLines = '', text = '', lines = ''] =
    /^old (0|[1-9]\d{0,15})\n((?:[A-Za-z0-9+/]{43}=\n){0,63})\n((?:[^\n]+\n){3,})\n((?:— [^\n]+\n)+)$/.exec(
      request,
    ) ?? [];
  const [origin = '', size = '', root = ''] = text.split('\n');
  if (!/^(0|[1-9]\d{0,15})$/.test(size) || !/^[A-Za-z0-9+/]{43}=$/.test(root)) return undefined;
  const signatures = lines.split('\n').flatMap((line) => {
    const [, name = '', base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = Buffer.from(base64, 'base64');
    if (name === '' || !isCanonical(base64)) return [];
    return [{ name, hash: bytes.toString('hex', 0, 4), signature: bytes.subarray(4) }];
  });
  const proof = proofLines.split('\n').slice(0, -1);
  if (!proof.every(isCanonical)) return undefined;
  return { old: Number(first), proof, text, origin, size: Number(size), root, signatures };
}

/** Whether the tree of `next` extends that of `last` (RFC 9162, 2.1.4.2). */
export function isConsistent(last: Signed, next: Signed, lines: readonly string[]): boolean {
  if (last.size === 0) return lines.length === 0;
  if (last.size === next.size) return lines.length === 0 && last.root === next.root;
  const proof = lines.map((line) => Buffer.from(line, 'base64'));
  if (Number.isInteger(Math.log2(last.size))) proof.unshift(Buffer.from(last.root, 'base64'));
  let [node, end] = [last.size - 1, next.size - 1];
  while (node % 2 === 1) [node, end] = [half(node), half(end)];
  const first = proof.shift();
  if (first === undefined) return false;
  let [before, after]: [Buffer, Buffer] = [first, first];
  for (const hash of proof) {
    if (end === 0) return false;
    if (node % 2 === 1 || node === end) {
      [before, after] = [join(hash, before), join(hash, after)];
      while (node % 2 === 0 && node !== 0) [node, end] = [half(node), half(end)];
    } else {
      after = join(after, hash);
    }
    [node, end] = [half(node), half(end)];
  }
  return end === 0 && before.toString('base64') === last.root && after.toString('base64') === next.root;
}

function half(number: number): number {
  return Math.floor(number / 2);
}

function join(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256')
    .update(Buffer.from([1]))
    .update(left)
    .update(right)
    .digest();
}

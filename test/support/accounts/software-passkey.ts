import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { TestClient } from '../http/client.js';
import type { TestApi } from '../processes/app.js';

const PASSKEYS = '/api/v1/me/second-factor/passkeys';
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** How an answer differs from that of an honest authenticator. */
export interface Twist {
  origin?: string;
  rpId?: string;
  unverified?: true;
  /** The number of signatures it claims; most passkeys always report 0. */
  count?: number;
  /** Signed in a frame on another site. */
  framed?: boolean;
  /** Whom it names as its holder, in base64url; null if nobody. */
  holder?: string | null;
}

interface CreationOptions {
  challenge: string;
  user: { id: string };
}

/** An authenticator in software: it signs any challenge it is given (WebAuthn Level 3, 6). */
export class SoftwarePasskey {
  readonly #id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #holder: string | null = null;

  constructor({ url }: Pick<TestApi, 'url'>) {
    this.#origin = url;
  }

  /** A browser's answer to `navigator.credentials.create`. */
  create(options: CreationOptions, twist: Twist = {}): object {
    const { data, clientData } = this.#newCredential(options, twist);
    return this.#attested(data, clientData, { format: 'none', statement: Buffer.from([0xa0]) });
  }

  /**
   * The same with a statement about its make that nobody asked for: a certificate for its key, made by `certify` for
   * this nonce (WebAuthn Level 3, 8.8).
   */
  async createCertified(
    options: CreationOptions,
    certify: (publicKey: KeyObject, nonce: Buffer) => Promise<Buffer>,
  ): Promise<object> {
    const { data, clientData } = this.#newCredential(options, {});
    const nonce = sha256(Buffer.concat([data, sha256(clientData)]));
    const certificate = await certify(this.#keys.publicKey, nonce);
    // {"x5c": [certificate]} in CBOR.
    const statement = Buffer.concat([Buffer.from('a16378356381', 'hex'), cborBytes(certificate)]);
    return this.#attested(data, clientData, { format: 'apple', statement });
  }

  #newCredential({ challenge, user }: CreationOptions, twist: Twist): { data: Buffer; clientData: Buffer } {
    this.#holder = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // A COSE key for ES256: kty 2, alg -7, crv 1, x, y.
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, cose]);
    const data = Buffer.concat([this.#authenticatorData(twist, HAS_CREDENTIAL), credential]);
    return { data, clientData: this.#clientData('webauthn.create', challenge, twist) };
  }

  #attested(data: Buffer, clientData: Buffer, make: { format: string; statement: Buffer }): object {
    // {"fmt": format, "attStmt": statement, "authData": data} in CBOR.
    const attestation = Buffer.concat([
      ...[Buffer.from([0xa3]), cborText('fmt'), cborText(make.format)],
      ...[cborText('attStmt'), make.statement],
      ...[cborText('authData'), cborBytes(data)],
    ]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    });
  }

  /** A browser's answer to `navigator.credentials.get`. */
  get({ challenge }: { challenge: string }, twist: Twist = {}): object {
    const data = this.#authenticatorData(twist);
    const clientData = this.#clientData('webauthn.get', challenge, twist);
    const signed = Buffer.concat([data, sha256(clientData)]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: twist.holder === undefined ? this.#holder : twist.holder,
    });
  }

  #authenticatorData({ rpId, unverified, count = 0 }: Twist, more = 0): Buffer {
    const flags = USER_PRESENT | (unverified === true ? 0 : USER_VERIFIED) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const rp = sha256(Buffer.from(rpId ?? new URL(this.#origin).hostname));
    return Buffer.concat([rp, Buffer.from([flags]), counter]);
  }

  #clientData(type: string, challenge: string, { origin = this.#origin, framed = false }: Twist): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: framed }));
  }

  #credential(response: object): object {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** A text of less than 24 bytes in CBOR (RFC 8949, 3.1). */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

/** Less than 64 KiB of bytes in CBOR. */
function cborBytes(bytes: Buffer): Buffer {
  const head = Buffer.from([0x59, 0, 0]);
  head.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** Sets up a passkey for the client's user. */
export async function setUpPasskey(api: TestApi, client: TestClient): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey(api);
  const { challenge, passkey_options: options } = (await client.post(PASSKEYS)).body;
  const added = await client.post(`${PASSKEYS}/confirm`, { challenge, passkey: passkey.create(options) });
  if (added.status !== 201) throw new Error(`no passkey: ${JSON.stringify(added.body)}`);
  return passkey;
}

import { sign } from 'node:crypto';
import { promisify } from 'node:util';
import {
  type AsnType,
  Constructed,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as SetOf,
} from 'asn1js';
import { sha256 } from '../../../shared/crypto/sha256.js';
import type { SigningIdentity } from './signing-identity.js';

const DATA = '1.2.840.113549.1.7.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const RSA = '1.2.840.113549.1.1.1';
const SHA256 = '2.16.840.1.101.3.4.2.1';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

/** In Node's thread pool, because it takes milliseconds. */
const signAside = promisify(sign);

/**
 * A detached signature over a SHA-256 digest (CMS, RFC 5652) with the attributes PAdES requires: the digest, and the
 * hashes of the certificates, so that none can be substituted (RFC 5035). RSA with PKCS #1 v1.5, which is
 * deterministic.
 */
export async function signCms({ key, certificate, chain }: SigningIdentity, digest: Buffer): Promise<Buffer> {
  const certificates = [certificate, ...chain];
  const hashes = certificates.map((each) => sha256(each));
  const attributes = [
    sequence(oid(CONTENT_TYPE), set(oid(DATA))),
    sequence(oid(MESSAGE_DIGEST), set(octets(digest))),
    sequence(
      oid(SIGNING_CERTIFICATE_V2),
      set(sequence(sequence(...hashes.map((hash) => sequence(octets(hash)))))),
    ),
  ].sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)));
  // Signed as the SET they are, but written under a tag of their own.
  const signature = await signAside('sha256', bytesOf(set(...attributes)), key);
  const signer = sequence(
    version1(),
    issuerAndSerial(readDer(certificate)),
    sequence(oid(SHA256)),
    tagged(...attributes),
    sequence(oid(RSA), new Null()),
    octets(signature),
  );
  const signed = sequence(
    version1(),
    set(sequence(oid(SHA256))),
    sequence(oid(DATA)),
    tagged(...certificates.map(readDer)),
    set(signer),
  );
  return bytesOf(sequence(oid(SIGNED_DATA), tagged(signed)));
}

/** The identifier by which a signature names its certificate. */
function issuerAndSerial(certificate: AsnType): Sequence {
  const [body] = membersOf(certificate);
  // The version comes first, unless it is the default (v1).
  const [first, ...rest] = membersOf(body);
  const [serial, , issuer] = first instanceof Integer ? [first, ...rest] : rest;
  if (serial === undefined || issuer === undefined)
    throw new Error('The certificate has no issuer and serial number');
  return sequence(issuer, serial);
}

function membersOf(element: AsnType | undefined): AsnType[] {
  return element instanceof Constructed ? element.valueBlock.value : [];
}

/** Parses an element; refuses one that would be re-encoded differently, because its hash is stated. */
function readDer(der: Buffer): AsnType {
  const { result } = fromBER(der);
  if (!bytesOf(result).equals(der)) throw new Error('A certificate of the signature is not written in DER');
  return result;
}

function bytesOf(element: AsnType): Buffer {
  return Buffer.from(element.toBER());
}

const version1 = () => new Integer({ value: 1 });
const oid = (value: string) => new ObjectIdentifier({ value });
const octets = (valueHex: Buffer) => new OctetString({ valueHex });
const sequence = (...value: AsnType[]) => new Sequence({ value });
const set = (...value: AsnType[]) => new SetOf({ value });
/** The context-specific tag [0]. */
const tagged = (...value: AsnType[]) => new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value });

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { CHALLENGE_LIFETIME_SECONDS } from '../auth/challenge.js';
import type { RelyingParty } from './relying-party.js';

const TIMEOUT_MS = CHALLENGE_LIFETIME_SECONDS * 1_000;
const NAME = 'Verification service';

/** The statements about an authenticator's make for which the library brings certificates to trust. */
const MAKES = ['android-key', 'android-safetynet', 'apple', 'mds'] as const;

/**
 * Loaded for the first passkey: loading it at every start would cost more than any other package, and many processes
 * never need it. Which make an authenticator has is not asked for, and nothing is trusted about it: to verify a chain
 * of certificates, the library calls the addresses that they name, and whoever holds the key of an attested device can
 * add a certificate of their own to its chain.
 */
async function webauthn() {
  const library = await import('@simplewebauthn/server');
  for (const identifier of MAKES)
    library.SettingsService.setRootCertificates({ identifier, certificates: [] });
  return library;
}
const webauthnHelpers = () => import('@simplewebauthn/server/helpers');

/** A passkey as stored. */
export interface StoredPasskey {
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: number;
}

/** Options for a browser to sign in with a passkey; without a list, with any it has for this host. */
export async function askForPasskey(
  jti: string,
  rp: RelyingParty,
  credentialIds: readonly Buffer[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: rp.id,
    challenge: jti,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: credentialIds.map((id) => ({ id: id.toString('base64url') })),
  });
}

/** Options for a browser to create a passkey that can sign in on its own: discoverable, with user verification. */
export async function askForNewPasskey(
  jti: string,
  rp: RelyingParty,
  user: { id: string; email: string; credentialIds: readonly Buffer[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: NAME,
    rpID: rp.id,
    userName: user.email,
    userDisplayName: user.email,
    userID: new Uint8Array(userHandleOf(user.id)),
    challenge: jti,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: user.credentialIds.map((id) => ({ id: id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Verifies the passkey a browser created for this challenge; undefined if it is invalid. */
export async function readNewPasskey(
  jti: string,
  rp: RelyingParty,
  response: unknown,
): Promise<StoredPasskey | undefined> {
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: encode(jti),
    expectedOrigin: rp.origins,
    expectedRPID: rp.id,
    requireUserVerification: true,
  }).catch(nothing);
  if (registrationInfo === undefined || (await isFramed(response))) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credential_id: Buffer.from(id, 'base64url'),
    public_key: Buffer.from(publicKey),
    sign_count: counter,
  };
}

/**
 * Returns the counter of a passkey that signed this challenge with user verification; undefined if it did not, or if
 * the counter went backwards, as a cloned passkey's does.
 */
export async function readPasskeyCount(
  jti: string,
  rp: RelyingParty,
  stored: StoredPasskey,
  response: unknown,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: encode(jti),
    expectedOrigin: rp.origins,
    expectedRPID: rp.id,
    requireUserVerification: true,
    credential: {
      id: stored.credential_id.toString('base64url'),
      publicKey: new Uint8Array(stored.public_key),
      counter: stored.sign_count,
    },
  }).catch(nothing);
  return verified && !(await isFramed(response)) ? authenticationInfo?.newCounter : undefined;
}

/**
 * Whether a valid answer was given in a frame on somebody else's page, which no page of the service ever is (WebAuthn
 * Level 3, 7.1 and 7.2); the library does not ask.
 */
async function isFramed(response: unknown): Promise<boolean> {
  const { decodeClientDataJSON } = await webauthnHelpers();
  const { clientDataJSON } = (response as { response: { clientDataJSON: string } }).response;
  return decodeClientDataJSON(clientDataJSON).crossOrigin === true;
}

/**
 * Whether a browser's answer names somebody else as the holder of the passkey (WebAuthn Level 3, 7.2). One that names
 * nobody is told by its credential, which belongs to one account.
 */
export function namesAnother(response: unknown, userId: string): boolean {
  const userHandle = (response as { response?: { userHandle?: unknown } | null } | null)?.response
    ?.userHandle;
  if (userHandle === undefined || userHandle === null) return false;
  return typeof userHandle !== 'string' || !Buffer.from(userHandle, 'base64url').equals(userHandleOf(userId));
}

/** What a passkey calls its holder: the bytes of the account's id. */
function userHandleOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll('-', ''), 'hex');
}

/** Returns the credential id in a browser's answer. */
export function credentialIdOf(response: unknown): Buffer {
  const { id } = response as { id: string };
  return Buffer.from(id, 'base64url');
}

/** The library throws on anything invalid; its messages are of no use to a person. */
function nothing(): { verified: false; registrationInfo?: undefined; authenticationInfo?: undefined } {
  return { verified: false };
}

function encode(jti: string): string {
  return Buffer.from(jti).toString('base64url');
}

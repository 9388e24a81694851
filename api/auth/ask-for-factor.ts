import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { type FactorKind, type ProofMethod, proofMethods } from '../../shared/domain/second-factor.js';
import type { ApiDeps } from '../deps.js';
import { loadCredentialIds } from '../second-factor/list-factors.js';
import { askForPasskey } from '../second-factor/passkeys.js';
import { relyingParty } from '../second-factor/relying-party.js';
import { ofAccount } from './account-scope.js';
import { CHALLENGE_LIFETIME_SECONDS, issueChallenge } from './challenge.js';

/** What a person is asked for to prove their identity. */
export interface FactorQuestion {
  challenge: string;
  methods: ProofMethod[];
  expires_in: number;
  /** For `navigator.credentials.get`, if a passkey is one of the methods. */
  passkey_options?: object;
}

export interface Asked {
  id: string;
  client_id: string | null;
  token_version: number;
  second_factors: readonly FactorKind[];
}

/** Asks for one of a person's factors, or for the password if there is none. */
export async function askForFactor(
  { db, config }: Pick<ApiDeps, 'db' | 'config'>,
  person: Asked,
  ask: { purpose: 'sign_in'; session?: 'cookie' | undefined } | { purpose: 'step_up'; within: string },
  req: Request,
): Promise<FactorQuestion> {
  const jti = randomUUID();
  const user = { id: person.id, tokenVersion: person.token_version };
  const question = {
    challenge: issueChallenge(config.jwtSecrets, { ...ask, user }, jti),
    methods: proofMethods(person.second_factors),
    expires_in: CHALLENGE_LIFETIME_SECONDS,
  };
  if (!person.second_factors.includes('passkey')) return question;
  const ids = await loadCredentialIds(ofAccount(db, person.client_id), person.id);
  return { ...question, passkey_options: await askForPasskey(jti, relyingParty(req, config), ids) };
}

import type { RequestHandler } from 'express';
import { DUMMY_HASH, verifyPassword } from '../../shared/accounts/passwords.js';
import type { ApiDeps } from '../deps.js';
import { unauthorized } from '../errors/catalogue.js';
import { validateRequest } from '../validation/validate-request.js';
import { addressGroup } from './address-group.js';
import { askForFactor } from './ask-for-factor.js';
import { completeSignIn } from './complete-sign-in.js';
import type { HashSlots } from './hash-slots.js';
import { findPerson, type Person, refuseSuspended } from './person.js';
import { LoginRequest } from './requests.js';

/**
 * POST /api/v1/login: exchanges e-mail and password for an access token (contract 3), or for a challenge if more is
 * required.
 */
export function login(deps: ApiDeps, slots: HashSlots): RequestHandler {
  const { loginLimits: limits } = deps;
  const accounts = deps.db.scoped('sign_in');
  return async (req, res) => {
    const { email, password, session } = validateRequest(LoginRequest, req);
    const attemptOn = (person: Person | undefined) => ({
      email,
      passwordHash: person?.password_hash,
      address: req.ip,
    });
    // Checked before taking a slot, so that a limited caller costs no hash, and again in it, so that concurrent
    // attempts cannot pass together.
    await limits.requireQuota(attemptOn(await findPerson(accounts, { email })));
    const person = await slots.run(addressGroup(req.ip), async () => {
      const found = await findPerson(accounts, { email });
      await limits.requireQuota(attemptOn(found));
      const matches = await verifyCredentials(found, password);
      if (!matches) await limits.countFailure(attemptOn(found));
      return matches ? found : undefined;
    });
    if (person === undefined) throw unauthorized('The e-mail address or the password is wrong.');
    await limits.forgetFailures(attemptOn(person));
    refuseSuspended(person);
    if (person.second_factors.length > 0) {
      const question = await askForFactor(deps, person, { purpose: 'sign_in', session }, req);
      res.json({ status: 'second_factor_required', ...question });
      return;
    }
    await completeSignIn(
      deps,
      { person, session, proved: { password: true, secondFactor: false } },
      req,
      res,
    );
  };
}

/** Whether this is the password of the person. Nobody takes as long as a wrong password. */
async function verifyCredentials(person: Person | undefined, password: string): Promise<boolean> {
  const matches = await verifyPassword(person?.password_hash ?? DUMMY_HASH, password);
  return matches && person !== undefined;
}

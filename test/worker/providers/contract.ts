import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect } from 'chai';
import { factSchema } from '../../../shared/facts/fact-schema.js';
import { CHECKS, type CheckCode, checkOf } from '../../../shared/services/index.js';
import type { MayStillSend, Provider } from '../../../worker/providers/provider.js';
import type { CheckInput, Exchange } from '../../../worker/providers/types.js';
import { checkInput } from '../../support/checks/check-inputs.js';

/** How a stand-in for the provider's side treats the one call that arrives. */
export type Situation =
  /** Answers about the subject, with a record. */
  | 'knows'
  /** Answers about someone else. */
  | 'other_subject'
  /** Answers with something unreadable. */
  | 'unreadable'
  /** Reads the request and never answers. */
  | 'silent'
  /** Reads the request and breaks off. */
  | 'breaks_off'
  /** Answers that something went wrong on its side. */
  | 'fails'
  /** Cannot be connected to. */
  | 'unreachable';

export interface Opened {
  provider: Provider;
  /** Requests the provider's side has received. */
  seen(): number;
  close(): Promise<void>;
}

export interface ProviderHarness {
  /** The checks it can answer, among them every check of a service that names it. */
  checks: readonly CheckCode[];
  /** The check that is requested in every situation. */
  usual: CheckCode;
  /** It runs in the worker's own process, so no connection can be cut. */
  inProcess?: true;
  open(situation: Situation): Promise<Opened>;
  /** What must appear in no log: keys and addresses. */
  secrets: readonly string[];
}

const GO: MayStillSend = async () => undefined;

/** Tests any provider for what the worker relies on: architecture 3, 4 and 7. */
export function describeProviderContract(name: string, harness: ProviderHarness): void {
  describe(`the contract of a provider: ${name}`, () => {
    const { usual } = harness;
    const opened: Opened[] = [];
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((one) => one.close()));
    });

    async function open(situation: Situation): Promise<Opened> {
      const one = await harness.open(situation);
      opened.push(one);
      return one;
    }

    async function call(situation: Situation, input: CheckInput, mayStillSend = GO) {
      const { provider, seen } = await open(situation);
      const exchange = await provider.send(provider.build(input), 'chk_contract', mayStillSend);
      const verdict = provider.judge(exchange, input);
      return { exchange, verdict, seen: seen() };
    }

    it('has a name that calls can be stored under', async () => {
      const { provider } = await open('knows');
      expect(provider.name).to.match(/^[a-z][a-z_]{0,19}$/);
    });

    it('has one route for each check that it may be asked, and may be asked each that names it', async () => {
      const { provider } = await open('knows');
      const named = CHECKS.filter((check) => check.provider === provider.name).map(({ code }) => code);
      expect(harness.checks).to.include.members(named);
      for (const code of harness.checks) {
        const paths = provider.routes.filter(({ checks }) => checks.includes(code)).map(({ path }) => path);
        expect(paths, code).to.deep.equal([provider.build(checkInput(code)).path]);
      }
    });

    for (const code of harness.checks) {
      it(`turns an answer to ${code} into facts of the service, with the subject masked`, async () => {
        const input = checkInput(code);
        const { verdict, seen } = await call('knows', input);
        if (verdict.class !== 'answered') throw new Error(`Not answered but ${JSON.stringify(verdict)}`);
        const { details, outcome } = verdict.finding;
        expect([outcome, seen]).to.deep.equal(['positive', 1]);
        expect(faultsOf(code, details)).to.equal('');
        expect(JSON.stringify(verdict)).not.to.include(input.subject);
      });
    }

    it('takes an answer about somebody else for none', async () => {
      const { verdict } = await call('other_subject', checkInput(usual));
      expect(verdict).to.deep.equal({ class: 'uncertain', reason: 'wrong_subject', answerComplete: true });
    });

    it('is uncertain of a complete answer that nobody can read', async () => {
      const { verdict } = await call('unreadable', checkInput(usual));
      expect(verdict).to.include({ class: 'uncertain', answerComplete: true });
    });

    for (const situation of ['silent', 'breaks_off', 'fails'] as const) {
      it(`is uncertain, and has asked once, when the other side ${situation}`, async () => {
        const { verdict, seen } = await call(situation, checkInput(usual));
        expect(verdict).to.include({ class: 'uncertain', answerComplete: false });
        expect(seen).to.equal(1);
      });
    }

    if (harness.inProcess !== true) {
      it('knows that nothing was sent where nothing could be', async () => {
        const { exchange, verdict, seen } = await call('unreachable', checkInput(usual));
        expect([exchange.kind, verdict.class, seen]).to.deep.equal(['not_sent', 'not_sent', 0]);
      });
    }

    for (const [why, mayStillSend] of [
      ['right_lost', async () => 'right_lost'],
      ['right_unknown', () => Promise.reject(new Error('nobody can be asked'))],
    ] as const satisfies readonly (readonly [string, MayStillSend])[]) {
      it(`sends nothing when the call is not its own any more: ${why}`, async () => {
        const { exchange, seen } = await call('knows', checkInput(usual), mayStillSend);
        expect(exchange).to.deep.equal({ kind: 'not_sent', error: why, withheld: true });
        expect(seen).to.equal(0);
      });
    }

    it('is uncertain of every answer that means nothing', async () => {
      const { provider } = await open('knows');
      const statuses = [200, 201, 204, 301, 400, 401, 403, 404, 409, 418, 422, 429, 500, 503, 600];
      const bodies = ['', 'null', '[]', '{}', '{"status":"match"}', '<html>', '{"error":"no"}'];
      for (const status of statuses) {
        for (const body of bodies) {
          const exchange: Exchange = { kind: 'answer', status, retryAfter: undefined, body };
          const verdict = provider.judge(exchange, checkInput(usual));
          expect(verdict.class, `${status} ${body}`).to.equal('uncertain');
        }
      }
    });

    it('says nothing secret, and nothing of the subject, where it was not answered', async () => {
      const input = checkInput(usual);
      for (const situation of ['unreadable', 'silent', 'breaks_off', 'fails'] as const) {
        const { exchange, verdict } = await call(situation, input);
        const said = JSON.stringify([verdict, wordsOf(exchange)]);
        for (const secret of [...harness.secrets, input.subject]) expect(said).not.to.include(secret);
      }
    });
  });
}

/** What is logged about an exchange: an error code, never a body. */
function wordsOf(exchange: Exchange): string {
  return exchange.kind === 'answer' ? String(exchange.status) : exchange.error;
}

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
ajvFormats.default(ajv);

function faultsOf(code: CheckInput['serviceCode'], details: unknown): string {
  return ajv.validate(factSchema(checkOf(code).facts), details) ? '' : ajv.errorsText();
}

import { readFileSync, rmSync } from 'node:fs';
import { expect } from 'chai';
import { verifyWebhook, WebhookVerificationError } from '../../client/src/index.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { buildSamples, languagesHere, messageVariables, runSample } from '../support/repository/samples.js';

interface Case {
  name: string;
  expected: 'valid' | 'missing_header' | 'signature_mismatch' | 'timestamp_out_of_tolerance';
  secret: string;
  /** Seconds since 1970. */
  now: number;
  headers: Record<string, string>;
  body: string;
}

const { cases } = JSON.parse(readFileSync('docs/conformance/webhooks.json', 'utf8')) as { cases: Case[] };

describe('the cases of docs/conformance/webhooks.json', function () {
  this.timeout(120_000);

  it('have every verdict, and one name each', () => {
    expect(new Set(cases.map(({ name }) => name)).size).to.equal(cases.length);
    expect(new Set(cases.map(({ expected }) => expected))).to.have.keys(
      'valid',
      'missing_header',
      'signature_mismatch',
      'timestamp_out_of_tolerance',
    );
  });

  it('are judged by the client package as they should be', () => {
    for (const { name, expected, secret, now, headers, body } of cases) {
      const judge = (): string => {
        try {
          verifyWebhook({ body, headers }, secret, { now: new Date(now * 1_000) });
          return 'valid';
        } catch (error) {
          return error instanceof WebhookVerificationError ? error.code : String(error);
        }
      };
      expect(judge(), name).to.equal(expected);
    }
  });

  for (const language of languagesHere()) {
    it(`are judged by the sample for ${language.name} as they should be`, async () => {
      const built = temporaryFolder();
      try {
        buildSamples(language, built);
        for (const { name, expected, secret, now, headers, body } of cases) {
          const variables = { ...messageVariables(secret, headers), NOW: String(now) };
          const { code, said, complained } = await runSample(language.verify(built), variables, body);
          expect({ said, code }, `${name}: ${complained}`).to.deep.equal({
            said: expected,
            code: expected === 'valid' ? 0 : 1,
          });
        }
      } finally {
        rmSync(built, { recursive: true });
      }
    });
  }
});

import { expect } from 'chai';
import { resumedSessions } from '../../support/network/resumed-sessions.js';

const QUESTIONS = 3;
const ASK_WITNESS = new URL('../../../worker/log/ask-witness.ts', import.meta.url).href;

const ASKING = `
  import { askWitness } from ${JSON.stringify(ASK_WITNESS)};
  const witness = { url: process.env.SERVER, name: 'witness.test', verifierKey: 'witness.test+00000000+AAAA' };
  const submission = { old: 0, proof: [], note: 'log\\n1\\nroot\\n\\n' };
  for (let left = ${QUESTIONS}; left > 0; left -= 1) {
    console.log((await askWitness(witness, submission)).status);
  }
`;

describe('The certificate of a witness', () => {
  it('is verified at every question, so that none is answered once it has expired', async () => {
    const { printed, resumed } = await resumedSessions(ASKING, 422);
    expect(printed).to.deep.equal(Array(QUESTIONS).fill('422'));
    expect(resumed).to.deep.equal(Array(QUESTIONS).fill(false));
  });
});

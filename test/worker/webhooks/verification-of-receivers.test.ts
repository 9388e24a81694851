import { expect } from 'chai';
import { resumedSessions } from '../../support/network/resumed-sessions.js';

const ATTEMPTS = 3;
const SENDER = new URL('../../../worker/webhooks/send.ts', import.meta.url).href;

const POSTING = `
  import { createSender } from ${JSON.stringify(SENDER)};
  const send = createSender({ production: false });
  const message = { url: process.env.SERVER, headers: {}, body: '{}' };
  for (let left = ${ATTEMPTS}; left > 0; left -= 1) {
    console.log((await send(message, new AbortController().signal)).status);
  }
`;

describe('The certificate of a receiver', () => {
  it('is verified at every attempt, so that none succeeds once it has expired', async () => {
    const { printed, resumed } = await resumedSessions(POSTING, 200);
    expect(printed).to.deep.equal(Array(ATTEMPTS).fill('200'));
    expect(resumed).to.deep.equal(Array(ATTEMPTS).fill(false));
  });
});

import { expect } from 'chai';
import { ApiError } from '../../../../api/errors/catalogue.js';
import { inTurn } from '../../../../api/verifications/pdf/render-in-turn.js';

describe('inTurn', () => {
  it('runs one after the other, whether they succeed or not', async () => {
    const takeTurn = inTurn();
    const events: string[] = [];
    const work = (name: string, fails: boolean) => async () => {
      events.push(`${name} starts`);
      await Promise.resolve();
      events.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
    const results = await Promise.allSettled([takeTurn(work('a', true)), takeTurn(work('b', false))]);
    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled']);
    expect(events).to.deep.equal(['a starts', 'a ends', 'b starts', 'b ends']);
  });

  it('turns away whoever would wait behind fifty, until there is room again', async () => {
    const takeTurn = inTurn();
    const running = Array.from({ length: 50 }, () => takeTurn(() => Promise.resolve()));
    const refusal = await takeTurn(() => Promise.resolve()).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(ApiError);
    expect((refusal as ApiError).kind).to.equal('rate_limited');
    await Promise.all(running);
    expect(await takeTurn(() => Promise.resolve('room'))).to.equal('room');
  });
});

import { expect } from 'chai';
import { askRightToSend } from '../../../worker/checks/right-to-send.js';

const over = new AbortController().signal;

/** Two clocks controlled by the test. */
function clocks() {
  const at = { monotonic: 0, wall: 1_000_000 };
  return { at, now: () => ({ ...at }) };
}

describe('askRightToSend', () => {
  it('grants what is still ours, asking once', async () => {
    let asked = 0;
    const isOurs = async () => {
      asked += 1;
      return true;
    };
    const { now } = clocks();
    expect(await askRightToSend({ isOurs, life: () => 1, claimedIn: 1, now })(over)).to.equal(undefined);
    expect(asked).to.equal(1);
  });

  it('refuses what somebody else has given up', async () => {
    const ask = askRightToSend({ isOurs: async () => false, life: () => 1, claimedIn: 1 });
    expect(await ask(over)).to.equal('right_lost');
  });

  for (const life of [undefined, 2]) {
    it(`refuses what was claimed in a life that is over (${life ?? 'silent now'})`, async () => {
      const ask = askRightToSend({ isOurs: async () => true, life: () => life, claimedIn: 1 });
      expect(await ask(over)).to.equal('worker_silent');
    });
  }

  for (const clock of ['monotonic', 'wall'] as const) {
    it(`asks again when a second passed by the ${clock} clock meanwhile, and believes the new answer`, async () => {
      const { at, now } = clocks();
      let asked = 0;
      const isOurs = async () => {
        asked += 1;
        if (asked === 1) at[clock] += 1_000;
        return asked === 1;
      };
      expect(await askRightToSend({ isOurs, life: () => 1, claimedIn: 1, now })(over)).to.equal('right_lost');
      expect(asked).to.equal(2);
    });
  }

  it('stops asking when the call is over', async () => {
    const { at, now } = clocks();
    const isOurs = async () => {
      at.monotonic += 2_000;
      return true;
    };
    const ask = askRightToSend({ isOurs, life: () => 1, claimedIn: 1, now });
    expect(await ask(AbortSignal.abort())).to.equal('right_unknown');
  });
});

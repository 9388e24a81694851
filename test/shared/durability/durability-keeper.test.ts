import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import type { Sql } from '../../../shared/db/database.js';
import { demandOf } from '../../../shared/durability/demand.js';
import { DurabilityKeeper } from '../../../shared/durability/durability-keeper.js';
import { recordingLogger } from '../../support/checks/check-worker.js';

const AWAY = new Error('PostgreSQL is away');

describe('DurabilityKeeper', function () {
  this.timeout(15_000);

  /** A server that answers its settings, and then which sessions wait for a standby, as it is told to. */
  function open(answers: { settings(): object[]; waiting(): object[] }) {
    const query = async (text: string) =>
      text.includes('pg_stat_activity') ? answers.waiting() : answers.settings();
    const { logger, logged } = recordingLogger();
    const demand = demandOf({ durability: 'standby', production: false });
    const db = { query } as Pick<Sql, 'query'>;
    return { keeper: new DurabilityKeeper({ db, demand, logger }), logged };
  }

  const settingsWith = (standbys: string) => [
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'synchronous_standby_names', setting: standbys },
    { name: 'client_min_messages', setting: 'notice' },
  ];

  it('knows of a setting that loses commits even if the server does not say who waits', async () => {
    const { keeper } = open({
      settings: () => settingsWith(''),
      waiting: () => {
        throw AWAY;
      },
    });
    await keeper.look().catch(() => undefined);
    expect(keeper.state).to.equal('not_held');
  });

  it('says once that commits wait, and that they wait no longer, also if the server was away in between', async () => {
    let isAway = false;
    let waiting = [{}];
    const { keeper, logged } = open({
      settings: () => {
        if (isAway) throw AWAY;
        return settingsWith('*');
      },
      waiting: () => waiting,
    });
    const keeping = keeper.start();
    const reach = (state: string) => waitFor(() => keeper.state === state, { describe: state });
    await reach('waiting');
    isAway = true;
    await reach('unread');
    isAway = false;
    waiting = [];
    await reach('ok');
    await keeping.stop();
    const lines = logged().match(/"msg":"[^"]*"/g);
    expect(lines).to.deep.equal([
      '"msg":"commits stand still: no synchronous standby confirms them"',
      '"msg":"commits no longer wait for a synchronous standby"',
    ]);
  });
});

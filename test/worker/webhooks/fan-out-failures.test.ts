import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { HeldUpClients } from '../../../worker/held-up-clients.js';
import { errorsByKind } from '../../../worker/pass-errors.js';
import { fanOutEvents } from '../../../worker/webhooks/fan-out.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';
import { type BuiltWebhook, buildWebhook, stageEvents } from '../../support/messages/webhooks.js';

describe('fanOutEvents, where events of a client cannot become deliveries', function () {
  this.timeout(60_000);

  const database = useDatabase();
  let one: BuiltWebhook;
  let other: BuiltWebhook;
  let now = 0;
  let heldUp: HeldUpClients;
  beforeEach(async () => {
    const build = () => buildWebhook(database.db, { url: 'https://receiver.example.test/' });
    [one, other] = [await build(), await build()];
    now = 0;
    heldUp = new HeldUpClients(() => now);
  });
  afterEach(() => asSuperuser('DROP FUNCTION IF EXISTS fail CASCADE', 'DELETE FROM webhook_events'));

  const asSuperuser = (...statements: string[]) =>
    withClient(superuserUrlOf(database.url), async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  const damage = (id: string) =>
    asSuperuser(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION 'a damaged page' USING ERRCODE = 'data_corrupted'; END $$`,
      `CREATE TRIGGER damaged BEFORE UPDATE ON webhook_events
       FOR EACH ROW WHEN (OLD.id = '${id}') EXECUTE FUNCTION fail()`,
    );
  /** How many events a pass turned into deliveries, or the codes of what it failed with. */
  const pass = () =>
    fanOutEvents(database.db, { heldUp }).catch((error: unknown) => [...errorsByKind(error).keys()]);
  const staged = async () => {
    const rows = await database.db.query<{ id: string }>(
      'SELECT id FROM webhook_events WHERE fanned_out_at IS NULL ORDER BY id',
    );
    return rows.map(({ id }) => id);
  };
  const stage = async ({ clientId }: BuiltWebhook, count: number) =>
    (await stageEvents(database.db, clientId, count)).sort();

  it('assigns those of all others, and tries that client again after a while', async () => {
    const waiting = await stage(one, 3);
    await stage(other, 700);
    await damage(waiting[1] ?? '');
    expect(await pass()).to.deep.equal(['XX001']);
    expect(await staged()).to.deep.equal(waiting);

    await stage(other, 1);
    expect(await pass(), 'without that client').to.equal(1);
    await asSuperuser('DROP FUNCTION fail CASCADE');
    expect(await pass(), 'not yet').to.equal(0);
    now += 30_000;
    expect(await pass()).to.equal(3);
    expect(await staged()).to.deep.equal([]);
  });

  it('waits for no endpoint that somebody has locked, and assigns its events once it is free', async () => {
    const waiting = await stage(one, 600);
    await stage(other, 2);
    await withClient(superuserUrlOf(database.url), async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE', [one.id]);
      expect(await pass()).to.equal(2);
      expect(await staged()).to.deep.equal(waiting);
      await client.query('ROLLBACK');
    });
    expect(await pass()).to.equal(600);
  });

  it('leaves no client out for a table that cannot be used', async () => {
    await stage(one, 3);
    await asSuperuser('ALTER TABLE webhook_events RENAME COLUMN fanned_out_at TO gone');
    const failed = await pass();
    await asSuperuser('ALTER TABLE webhook_events RENAME COLUMN gone TO fanned_out_at');
    expect(failed).to.deep.equal(['42703']);
    expect(await pass(), 'at once').to.equal(3);
  });
});

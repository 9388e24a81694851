import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import type { Sql } from '../../../shared/db/database.js';
import { firstIdAt, momentOf } from '../../../shared/domain/ids.js';
import { kindsOf } from '../../../worker/faults.js';
import { fanOutEvents } from '../../../worker/webhooks/fan-out.js';
import { Hindrances } from '../../../worker/webhooks/hindrances.js';
import { superuserUrlOf } from '../../support/superuser.js';
import { useDatabase } from '../../support/use-database.js';
import { type BuiltWebhook, buildWebhook, stageEvents } from '../../support/webhooks.js';

describe('fanOutEvents, where events cannot become deliveries', function () {
  this.timeout(60_000);

  const database = useDatabase();
  const url = 'https://receiver.example.test/';
  let now = 0;
  let hindrances: Hindrances;
  beforeEach(() => {
    now = 0;
    hindrances = new Hindrances(() => now);
  });

  afterEach(() =>
    asSuperuser(
      'DROP FUNCTION IF EXISTS fail CASCADE',
      'DROP FUNCTION IF EXISTS readable CASCADE',
      'DELETE FROM webhook_events',
    ),
  );

  const asSuperuser = (...statements: string[]) =>
    withClient(superuserUrlOf(database.url), async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  const FAIL = `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'a damaged page' USING ERRCODE = 'data_corrupted'; END $$`;
  const failFor = (condition: string) =>
    asSuperuser(
      FAIL,
      `CREATE TRIGGER damaged BEFORE UPDATE ON webhook_events FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION fail()`,
    );
  const mend = () => asSuperuser('DROP FUNCTION fail CASCADE');
  /** How many events a pass turned into deliveries, or what it failed with. */
  const pass = () =>
    fanOutEvents(database.db, { hindrances }).catch((error: unknown) => [...kindsOf(error).keys()]);
  const staged = async (sql: Sql = database.db): Promise<string[]> => {
    const rows = await sql.query<{ id: string }>(
      'SELECT id FROM webhook_events WHERE fanned_out_at IS NULL ORDER BY id',
    );
    return rows.map(({ id }) => id);
  };
  const stage = async ({ clientId }: BuiltWebhook, count: number) =>
    (await stageEvents(database.db, clientId, count)).sort();

  it('assigns all others, of that client too, and tries it again after a while', async () => {
    const [one, other] = [await buildWebhook(database.db, { url }), await buildWebhook(database.db, { url })];
    const [, damaged = ''] = await stage(one, 3);
    await stage(other, 700);
    await failFor(`OLD.id = '${damaged}'`);
    expect(await pass()).to.deep.equal(['XX001']);
    expect(await staged()).to.deep.equal([damaged]);

    await stage(one, 1);
    expect(await pass(), 'without the one that failed').to.equal(1);
    await mend();
    now += 30_000;
    expect(await pass()).to.equal(1);
    expect(await staged()).to.deep.equal([]);
  });

  it('leaves a client alone of whom none becomes one', async () => {
    const [one, other] = [await buildWebhook(database.db, { url }), await buildWebhook(database.db, { url })];
    const damaged = await stage(one, 600);
    await stage(other, 10);
    await failFor(`OLD.client_id = '${one.clientId}'`);
    expect(await pass()).to.deep.equal(['XX001']);
    expect(hindrances.events).to.have.length.below(10);
    expect(await staged()).to.deep.equal(damaged);
    await stage(other, 1);
    expect(await pass()).to.equal(1);
    await mend();
    now += 30_000;
    expect(await pass()).to.equal(600);
  });

  it('goes around events that cannot even be read', async () => {
    const webhook = await buildWebhook(database.db, { url });
    const [first = '', ...others] = await stage(webhook, 40);
    const made = momentOf(first);
    /** Two hours before all others, in the middle, and after. */
    const unreadable = [made - 7_200_000, made + 3_600_000].map(firstIdAt);
    const later = firstIdAt(made + 7_200_000);
    await database.db.query(
      `INSERT INTO webhook_events (id, client_id, type, data)
       SELECT id, $1, 'verification.completed', '{}' FROM unnest($2::uuid[]) AS id`,
      [webhook.clientId, [...unreadable, later]],
    );
    await asSuperuser(
      `CREATE FUNCTION readable(id uuid) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
         IF id IN ('${unreadable.join("', '")}') THEN RAISE EXCEPTION 'a damaged page' USING ERRCODE = 'data_corrupted'; END IF;
         RETURN true; END $$`,
      'CREATE POLICY damaged ON webhook_events AS RESTRICTIVE FOR SELECT USING (readable(id))',
    );
    expect(await pass()).to.deep.equal(['XX001']);
    const assigned = await database.db.query<{ event_id: string }>(
      'SELECT event_id FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY event_id',
      [webhook.id],
    );
    expect(assigned.map(({ event_id }) => event_id)).to.deep.equal([first, ...others, later]);

    await stage(webhook, 1);
    expect(await pass(), 'without those that cannot be read').to.equal(1);
    await asSuperuser('DROP FUNCTION readable CASCADE');
    now += 30_000;
    expect(await pass()).to.equal(2);
  });

  it('waits for no webhook that somebody has locked, and assigns its events once it is free', async () => {
    const [one, other] = [await buildWebhook(database.db, { url }), await buildWebhook(database.db, { url })];
    const held = await stage(one, 600);
    await stage(other, 2);
    await withClient(superuserUrlOf(database.url), async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE', [one.id]);
      expect(await pass()).to.equal(2);
      expect(await staged()).to.deep.equal(held);
      await stage(other, 3);
      expect(await pass()).to.equal(3);
      await client.query('ROLLBACK');
    });
    expect(await pass()).to.equal(600);
  });

  it('tells a table that cannot be used from an event that cannot', async () => {
    await stage(await buildWebhook(database.db, { url }), 3);
    await asSuperuser('ALTER TABLE webhook_events RENAME COLUMN fanned_out_at TO gone');
    const failed = await pass();
    await asSuperuser('ALTER TABLE webhook_events RENAME COLUMN gone TO fanned_out_at');
    expect(failed).to.deep.equal(['42703']);
    expect(await pass(), 'at once').to.equal(3);
  });
});

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { REVIEW_REASONS } from '../../shared/domain/states.js';
import { submit } from '../support/checks/submit.js';
import { namesIn, readAlerts, readDashboardQueries, readPanels } from '../support/monitoring/alerts.js';
import { type Exposition, scrape, WITH_METRICS } from '../support/monitoring/metrics.js';
import { type Service, startService } from '../support/processes/service.js';

interface Row {
  name: string;
  type: string;
  processes: readonly string[];
  labels: readonly string[];
  meaning: string;
}

/** Those of prom-client, which documents them itself. */
const DEFAULT_METRICS = /^(process|nodejs)_/;

const ROWS: readonly Row[] = [
  ...readFileSync('docs/metrics.md', 'utf8').matchAll(
    /^\| `(\w+)` \| (\w+) \| (\w+) \|([^|]*)\| (\S.*) \|$/gm,
  ),
].map(([, name = '', type = '', where = '', labels = '', meaning = '']) => ({
  name,
  type,
  processes: where === 'both' ? ['api', 'worker'] : [where],
  labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
  meaning,
}));

describe('the table of metrics in docs/metrics.md', function () {
  this.timeout(90_000);

  let service: Service;
  const shown: Record<string, Exposition> = {};
  before(async () => {
    service = await startService({ env: WITH_METRICS });
    const { token } = await service.seedClient();
    await submit(service.api.client, token, { prefer: 'wait=20' });
    await service.api.client.post('/api/v1/login', { email: 'nobody@example.test', password: 'x' });
    for (const process of [service.api, ...service.workers]) shown[process.name] = await scrape(process);
  });
  after(() => service.stop());

  for (const name of ['api', 'worker']) {
    it(`has every metric of the ${name}, with its type, and no other`, () => {
      const rows = ROWS.filter(({ processes }) => processes.includes(name));
      const own = [...(shown[name]?.types ?? [])].filter(([metric]) => !DEFAULT_METRICS.test(metric));
      expect(Object.fromEntries(own)).to.deep.equal(
        Object.fromEntries(rows.map((row) => [row.name, row.type])),
      );
    });

    it(`has the labels of every sample of the ${name}`, () => {
      const samples = (shown[name]?.samples ?? []).filter((sample) => !DEFAULT_METRICS.test(sample.name));
      expect(samples.length).to.be.greaterThan(30);
      for (const { name: sampleName, labels } of samples) {
        const row = ROWS.find((one) => one.name === sampleName.replace(/_(bucket|sum|count)$/, ''));
        const { le: _bucket, ...own } = labels;
        expect(Object.keys(own), sampleName).to.have.members([...(row?.labels ?? ['not in the table'])]);
      }
    });
  }

  it('has every reason for which cases are under review', () => {
    const row = ROWS.find(({ name }) => name === 'reviews_open');
    const named = [...(row?.meaning.matchAll(/`(\w+)`/g) ?? [])].map(([, reason]) => reason);
    expect(named).to.have.members([...REVIEW_REASONS]);
  });

  const queries = [
    ...readAlerts().map(({ name, expr }) => ({ where: `the alert ${name}`, expr })),
    ...readDashboardQueries().map((expr) => ({ where: 'the dashboard', expr })),
  ];

  it('has, as the processes do, every metric and label that alerts and dashboard ask for', () => {
    expect(queries.length).to.be.greaterThan(60);
    for (const { where, expr } of queries) {
      const { metrics, labels } = namesIn(expr);
      expect(metrics, expr).not.to.have.lengthOf(0);
      for (const metric of metrics) {
        const types = [shown.api, shown.worker].flatMap((one) => one?.types.get(metric) ?? []);
        expect(types, `${metric} of ${where}`).not.to.have.lengthOf(0);
      }
      const rows = ROWS.filter(({ name }) => metrics.includes(name));
      const known = ['process', 'le', ...rows.flatMap((row) => row.labels)];
      expect(known, `labels of ${where}: ${expr}`).to.include.members(labels);
    }
  });

  it('leaves no metric of ours out of the dashboard', () => {
    const drawn = new Set(readDashboardQueries().flatMap((expr) => namesIn(expr).metrics));
    expect(ROWS.map(({ name }) => name).filter((name) => !drawn.has(name))).to.deep.equal([]);
  });
});

describe('the dashboard', () => {
  const panels = readPanels();

  it('gives each panel an id of its own, by which Grafana opens and edits it', () => {
    const ids = panels.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('draws no panel over another, and leaves no gap', () => {
    const WIDTH = 24;
    const squares = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => (y + Math.floor(index / w)) * WIDTH + x + (index % w)),
    );
    expect(new Set(squares).size).to.equal(squares.length);
    expect(squares.length).to.equal(Math.max(...squares) + 1);
  });
});

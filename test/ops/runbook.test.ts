import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readAlerts } from '../support/monitoring/alerts.js';

/** What PostgreSQL writes, and what is typed. */
const NOT_OURS = [
  'idle in transaction',
  'invalid collation version change',
  'recovery ended before configured recovery target was reached',
  'systemctl mask postgresql',
  'REPLICAOF NO ONE',
];

/** Everything the processes could write to their logs, and more. */
function readSources(): string {
  const texts = ['api', 'worker', 'shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8')),
  );
  // The lines of an outage name the server (shared/outage-log.ts).
  const named = ['PostgreSQL', 'Redis'].map((name) => texts.join(' ').replaceAll(/\$\{this\.name\}/g, name));
  return oneLine(named.join(' '));
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('docs/runbook.md', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8');
  const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8');
  const alerts = readAlerts().map(({ name }) => name);
  const sections = [...runbook.matchAll(/^### ([A-Z]\w+)$/gm)].map(([, name = '']) => name);

  it('has a section for each alert and for no other, in the order of the rules', () => {
    expect(alerts.length).to.equal(rules.match(/- alert:/g)?.length);
    expect(sections).to.deep.equal(alerts);
  });

  it('is where each alert points', () => {
    const links = [...rules.matchAll(/runbook_url: (\S+)/g)].map(([, link = '']) => link);
    expect(links).to.deep.equal(alerts.map((name) => `docs/runbook.md#${name.toLowerCase()}`));
  });

  it('names only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...runbook.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named).to.include.members(['admin', 'migrate', 'verify-evidence']);
    expect(Object.keys(scripts)).to.include.members(named);
  });

  it('names only commands of `npm run admin` that exist', () => {
    const admin = readFileSync('scripts/admin.ts', 'utf8');
    const named = [...runbook.matchAll(/npm run admin -- ([\w-]+)/g)].map(([, name = '']) => name);
    expect(named).to.include('quarantine');
    for (const name of named) expect(admin, name).to.match(new RegExp(`^ {2}'?${name}'?[:,]`, 'm'));
  });

  it('quotes only lines that a process can log', () => {
    const sources = readSources();
    const phrases = [...oneLine(runbook).matchAll(/`([A-Za-z]+(?: [\w'’,:]+){2,})`/g)].map(
      ([, phrase = '']) => phrase,
    );
    const quoted = phrases.filter((phrase) => !phrase.startsWith('npm run') && !NOT_OURS.includes(phrase));
    expect(quoted.length).to.be.greaterThan(15);
    expect(quoted.filter((phrase) => !sources.includes(phrase))).to.deep.equal([]);
  });

  it('has its links to other documents and files in the tree', () => {
    const links = [...runbook.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path);
    for (const path of links) expect(() => readFileSync(`docs/${path}`), path).not.to.throw();
  });
});

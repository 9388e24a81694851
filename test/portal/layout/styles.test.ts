import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';

const PORTAL = 'portal/src';
const SHEETS = 'node_modules/@mantine/core/styles';

describe('the style sheets of the portal', () => {
  it('are those of every component in use: without its own one comes as the browser draws it', () => {
    const imported = readFileSync(`${PORTAL}/app/mantine-styles.ts`, 'utf8');
    const used = new Set<string>();
    for (const file of readdirSync(PORTAL, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.tsx')) continue;
      const source = readFileSync(path.join(PORTAL, file), 'utf8');
      for (const [, names = ''] of source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
        for (const name of names.split(',')) used.add(name.trim());
      }
    }
    expect(used).to.include('Button');
    expect(existsSync(`${SHEETS}/Button.css`), 'where Mantine keeps its sheets').to.equal(true);
    const missing = [...used].filter(
      (name) => existsSync(`${SHEETS}/${name}.css`) && !imported.includes(`/${name}.css`),
    );
    expect(missing).to.deep.equal([]);
  });
});

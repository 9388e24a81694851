import type { Page } from '../page.js';
import { listSources } from '../source.js';
import { table } from './reference-schema.js';

/** Pictures of the portal that the guides show. */
const PICTURES = ['first-result-3', 'first-result-4', 'history-1'].map(
  (name) => `docs/screenshots/${name}.png`,
);

/** The files that the site serves as they are, by their paths in the repository. */
export function servedFiles(): string[] {
  const files = [
    'docs/collection.json',
    'docs/workflows.arazzo.yaml',
    ...listSources('docs/conformance'),
    ...listSources('docs/samples'),
  ];
  return [...files.filter((file) => !file.endsWith('.md')), ...PICTURES];
}

/** The page of everything available as a file. */
export function downloadsPage(): Page {
  const conformance = listSources('docs/conformance').map((file) => [
    link(file),
    'Test cases as data, for your own code',
  ]);
  return {
    path: 'downloads',
    title: 'Downloads',
    section: 'More',
    summary: 'API description, collection, samples, conformance cases and the pages of this site.',
    markdown: [
      table(
        ['File', 'What it is'],
        [
          [
            '[openapi.json](/api/v1/openapi.json)',
            'The API description, OpenAPI 3.1: for generators, validators and editors',
          ],
          [link('docs/collection.json'), 'A collection of every request, for Postman, Bruno and Insomnia'],
          [link('docs/workflows.arazzo.yaml'), 'The first session and the guides as workflows, Arazzo 1.0'],
          ...conformance,
          [
            '[llms.txt](/llms.txt)',
            'A list of these pages for language models; every page is also available as `.md`',
          ],
          ['[changelog.atom](/docs/changelog.atom)', 'The changelog as a feed'],
        ],
      ),
      '## Samples',
      'With comments, by language: [samples](/docs/samples).',
      listSources('docs/samples')
        .filter((file) => !file.endsWith('.md'))
        .map((file) => `- ${link(file)}`)
        .join('\n'),
    ].join('\n\n'),
    inMenu: true,
  };
}

function link(file: string): string {
  const name = file.replace(/^docs\//, '');
  return `[${name}](/docs/files/${name})`;
}

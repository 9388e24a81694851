import { type Page, splitTitle } from '../page.js';
import { listSources, readSource } from '../source.js';

/** The folders of docs/samples and the names of their languages, in the order of the menu. */
const LANGUAGES: Readonly<Record<string, { name: string; mark: string }>> = {
  curl: { name: 'curl', mark: 'sh' },
  node: { name: 'Node', mark: 'js' },
  python: { name: 'Python', mark: 'python' },
  php: { name: 'PHP', mark: 'php' },
  csharp: { name: 'C#', mark: 'csharp' },
  java: { name: 'Java', mark: 'java' },
  go: { name: 'Go', mark: 'go' },
};

interface Sample {
  file: string;
  text: string;
}

/** Code to paste: an overview, and a page for each language. */
export function samplePages(): Page[] {
  const overview = splitTitle(readSource('docs/samples/README.md'));
  return [
    { path: 'samples', section: 'More', inMenu: true, ...overview },
    ...Object.entries(LANGUAGES).map(([folder, { name, mark }]) => languagePage(folder, name, mark)),
  ];
}

function languagePage(folder: string, name: string, mark: string): Page {
  const submit = sampleOf(folder, 'submit');
  const verify = sampleOf(folder, 'verify');
  return {
    path: `samples/${folder}`,
    title: `Samples for ${name}`,
    section: 'More',
    summary: `Submit a check and wait for its result, and verify a webhook, in ${name}.`,
    markdown: [
      `${name} programs to paste, without any dependencies. The tests of the service run them.`,
      '## Submit a check and wait',
      'Set `BASE` to the address of the API and `TOKEN` to an API key.',
      block(submit, mark),
      '## Verify a webhook',
      'See [webhooks](/docs/webhooks#verifying) for how it works.',
      block(verify, mark),
    ].join('\n\n'),
    inMenu: false,
  };
}

/** How to verify a webhook in every language, each in a collapsible block. */
export function verifiersByLanguage(): string {
  return Object.entries(LANGUAGES)
    .map(([folder, { name, mark }]) => {
      const body = block(sampleOf(folder, 'verify'), mark);
      return `<details>\n<summary>${name}</summary>\n\n${body}\n\n</details>`;
    })
    .join('\n\n');
}

function block({ file, text }: Sample, mark: string): string {
  return `[${file.split('/').at(-1)}](/docs/files/${file.replace(/^docs\//, '')})\n\n\`\`\`${mark}\n${text.trimEnd()}\n\`\`\``;
}

function sampleOf(folder: string, task: string): Sample {
  const file = listSources(`docs/samples/${folder}`).find((path) =>
    path.slice(`docs/samples/${folder}/`.length).toLowerCase().startsWith(task),
  );
  if (file === undefined) throw new Error(`Bug: no sample in ${folder} for ${task}`);
  return { file, text: readSource(file) };
}

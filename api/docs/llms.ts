import { type Page, SECTIONS, textAddressOf } from './page.js';

/** The site for language models, by the convention of llmstxt.org: a summary, and every page as Markdown. */
export function llmsText(name: string, pages: readonly Page[], base: string): string {
  const sections = SECTIONS.map((section) => {
    const lines = pages
      .filter((page) => page.section === section && (page.inMenu || section !== 'Reference'))
      .map((page) => `- [${page.title}](${base}${textAddressOf(page)}): ${page.summary}`);
    return `## ${section}\n\n${lines.join('\n')}`;
  });
  return `# ${name}

> Submit authorised identity, background, property, business and vehicle checks on South African subjects over HTTP, and read their reports. At most one paid call per request, by an idempotency key.

Every page of the documentation is listed here as Markdown; the whole interface as OpenAPI 3.1 is at ${base}/api/v1/openapi.json.

${sections.join('\n\n')}
`;
}

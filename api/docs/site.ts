import type { Deployment, OpenApiDocument } from '../openapi/write-document.js';
import { toSiteLinks } from './links.js';
import type { Page } from './page.js';
import { changelogPage } from './pages/changelog.js';
import { downloadsPage } from './pages/downloads.js';
import { errorPages } from './pages/errors.js';
import { referencePages } from './pages/reference.js';
import { samplePages, verifiersByLanguage } from './pages/samples.js';
import { servicePages } from './pages/services.js';
import { testSubjectsTable } from './pages/test-subjects.js';
import { fileOf, writtenPages } from './pages/written.js';

/** The address that texts in the repository are written with. */
const LOCAL = 'http://localhost:3000';

/** What a text includes by `<!-- name -->`, because it comes from code or from the deployment's settings. */
const INSERTED: Readonly<Record<string, (deployment: Deployment) => string>> = {
  'verifiers by language': verifiersByLanguage,
  'test subjects': testSubjectsTable,
  'support contact': contactWords,
};

/** Every page of the site in the order of the menu. Commands use the public address, or else the port. */
export function sitePages(document: OpenApiDocument, deployment: Deployment): Page[] {
  const base = baseOf(deployment);
  const pages = [
    ...writtenPages(),
    ...servicePages(),
    ...errorPages(document),
    ...referencePages(document),
    ...samplePages(),
    changelogPage(),
    downloadsPage(),
  ];
  return pages.map((page) => ({
    ...page,
    markdown: toSiteLinks(insert(page.markdown, deployment), fileOf(page)).replaceAll(LOCAL, base),
  }));
}

/** Where commands of the pages reach the service; without a public address, on the machine it runs on. */
function baseOf({ publicUrl, port }: Deployment): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/$/, '');
  return port ? `http://localhost:${port}` : LOCAL;
}

function insert(markdown: string, deployment: Deployment): string {
  return markdown.replace(/^<!-- ([a-z ]+) -->$/gm, (_all, name: string) => {
    const made = INSERTED[name];
    if (made === undefined) throw new Error(`Bug: a text asks for ${name}`);
    return made(deployment);
  });
}

function contactWords({ supportContact }: Deployment): string {
  if (supportContact === undefined)
    return 'Contact your account manager for everything about your account and your requests.';
  const address = supportContact.includes('://') ? supportContact : `mailto:${supportContact}`;
  return `For everything about your account and your requests: [${supportContact}](${address}).`;
}

import { escapeHtml } from '../../shared/escape-html.js';
import { type Release, releases } from './pages/changelog.js';
import { renderMarkdown } from './render-markdown.js';

/** The changelog as an Atom feed (RFC 4287), one entry per release. `base` is the public address, or empty. */
export function changelogFeed(base: string, builtAt: Date): string {
  const built = builtAt.toISOString();
  const all = releases();
  const updated = all[0] === undefined ? built : updatedOf(all[0], built);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>Verification service: changelog</title>
<id>urn:verification-service:changelog</id>
<updated>${updated}</updated>
<author><name>Verification service</name></author>
<link rel="self" type="application/atom+xml" href="${base}/docs/changelog.atom"/>
<link rel="alternate" type="text/html" href="${base}/docs/changelog"/>
${all.map((release) => entry(release, base, built)).join('')}</feed>
`;
}

function entry(release: Release, base: string, built: string): string {
  const { name, markdown } = release;
  return `<entry>
<title>${escapeHtml(name === 'Unreleased' ? 'In this build, not yet numbered' : name)}</title>
<id>urn:verification-service:changelog:${escapeHtml(name.toLowerCase())}</id>
<updated>${updatedOf(release, built)}</updated>
<link rel="alternate" type="text/html" href="${base}/docs/changelog"/>
<content type="html">${escapeHtml(renderMarkdown(markdown).html.text)}</content>
</entry>
`;
}

/** A release without a date is as new as the build that contains it. */
function updatedOf({ date }: Release, built: string): string {
  return date === undefined ? built : `${date}T00:00:00.000Z`;
}

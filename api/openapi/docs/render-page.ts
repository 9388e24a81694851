import type { OpenApiDocument } from '../document.js';
import type { OpenApiOperation } from '../operation.js';
import { type Html, html, markdown } from './html.js';
import { renderOperation } from './render-operation.js';
import { renderSchema } from './render-schema.js';

interface Entry {
  path: string;
  method: string;
  operation: OpenApiOperation;
}

/** The whole description as one page without scripts; every heading has an address of its own. */
export function renderPage(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}: API reference</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<a class="skip" href="#content">To the content</a>
${renderNavigation(document)}
<main id="content">
<h1>${info.title}</h1>
<p class="version">API reference, version ${info.version}. For programs: <a href="/api/v1/openapi.json">openapi.json</a></p>
${markdown(info.description)}
${renderSecurity(components)}
${tags.map(
  ({ name, description }) => html`<section>
<h2 id="${tagId(name)}"><a href="#${tagId(name)}">${name}</a></h2>
${markdown(description)}
${entriesOf(document, name).map(({ path, method, operation }) => renderOperation(document, path, method, operation))}
</section>
`,
)}
${renderHeaders(components)}
${renderSchemas(components)}
</main>
</body>
</html>
`;
  return page.text;
}

function renderNavigation(document: OpenApiDocument): Html {
  return html`<nav aria-label="Contents">
<p><strong>${document.info.title}</strong></p>
<ul>
<li><a href="#authentication">Authentication</a></li>
${document.tags.map(
  ({ name }) => html`<li><a href="#${tagId(name)}">${name}</a>
<ul>${entriesOf(document, name).map(
    ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>
`,
  )}</ul></li>
`,
)}<li><a href="#headers">Headers</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>
`;
}

function renderSecurity({ securitySchemes }: OpenApiDocument['components']): Html {
  return html`<section>
<h2 id="authentication"><a href="#authentication">Authentication</a></h2>
<dl>${Object.entries(securitySchemes).map(
    ([name, { description }]) => html`<dt><code>${name}</code></dt><dd>${markdown(description)}</dd>
`,
  )}</dl>
</section>
`;
}

function renderHeaders({ headers }: OpenApiDocument['components']): Html {
  return html`<section>
<h2 id="headers"><a href="#headers">Headers of answers</a></h2>
<table><thead><tr><th>Header</th><th>Meaning</th><th>Example</th></tr></thead><tbody>
${Object.entries(headers).map(
  ([name, { description, schema }]) => html`<tr><th scope="row" id="header-${name}"><code>${name}</code></th>
<td>${markdown(description)}</td><td><code>${String(schema.examples?.[0] ?? '')}</code></td></tr>
`,
)}</tbody></table>
</section>
`;
}

function renderSchemas({ schemas }: OpenApiDocument['components']): Html {
  const names = Object.keys(schemas).sort();
  return html`<section>
<h2 id="schemas"><a href="#schemas">Schemas</a></h2>
${names.map(
  (name) => html`<article id="schema-${name}">
<h3><a href="#schema-${name}">${name}</a></h3>
${markdown(schemas[name]?.description)}
${renderSchema(schemas[name] ?? {})}
</article>
`,
)}</section>
`;
}

/** The operations of a tag, and after them the events that are posted to the caller. */
function entriesOf({ paths, webhooks }: OpenApiDocument, tag: string): Entry[] {
  const events = Object.entries(webhooks).map(
    ([type, methods]) => [`${type}, posted to your URL`, methods] as const,
  );
  return [...Object.entries(paths), ...events].flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ path, method, operation })),
  );
}

function tagId(name: string): string {
  return `tag-${name.toLowerCase().replaceAll(' ', '-')}`;
}

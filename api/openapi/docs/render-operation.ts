import type { OpenApiDocument } from '../document.js';
import type { OpenApiMedia, OpenApiOperation, OpenApiParameter, OpenApiResponse } from '../operation.js';
import { type Html, html, markdown } from './html.js';
import { constraints, renderSchema, typeWords } from './render-schema.js';

/** One operation with everything that a caller has to know. */
export function renderOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: OpenApiOperation,
): Html {
  const { operationId, summary, description, requestBody, responses } = operation;
  // Every operation takes it, so the page tells of it once, with the headers of answers.
  const parameters = operation.parameters.filter(({ name }) => name !== 'X-Correlation-Id');
  return html`<article id="${operationId}">
<h3><a href="#${operationId}">${summary}</a></h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
${markdown(description)}
<p class="access">${accessWords(operation)}</p>
${parameters.length === 0 ? undefined : renderParameters(parameters)}
${requestBody === undefined ? undefined : html`<h4>Body${requestBody.required ? '' : ' (optional)'}</h4>${renderMedia(requestBody.content)}`}
<h4>Answers</h4>
${Object.entries(responses).map(([status, response]) => renderResponse(document, status, response))}
</article>
`;
}

const METHODS: Readonly<Record<string, string>> = {
  bearerAuth: 'a bearer token',
  apiKeyAuth: 'an API key',
  cookieAuth: 'the session cookie',
};

function accessWords({ security }: OpenApiOperation): string {
  if (security.length === 0) return 'Open to everybody.';
  const [first] = security.flatMap((alternative) => Object.values(alternative).flat());
  const ways = security.flatMap((alternative) =>
    Object.keys(alternative).map((name) => METHODS[name] ?? name),
  );
  return `Needs ${ways.join(', or ')}${first === undefined ? '; any scope' : `, of the scope ${first}`}.`;
}

function renderParameters(parameters: readonly OpenApiParameter[]): Html {
  return html`<h4>Parameters</h4>
<table><thead><tr><th>Parameter</th><th>Value</th><th>Meaning</th></tr></thead><tbody>
${parameters.map(
  ({ name, in: place, description, schema, required }) =>
    html`<tr><th scope="row"><code>${name}</code> <small>${place}${required ? '' : ', optional'}</small></th>
<td>${typeWords(schema)}${constraints(schema)}</td><td>${markdown(description)}</td></tr>
`,
)}</tbody></table>`;
}

function renderResponse(
  document: OpenApiDocument,
  status: string,
  response: OpenApiResponse | { $ref: string },
): Html {
  const found = '$ref' in response ? lookUp(document, response.$ref) : response;
  const headers = Object.keys(found.headers);
  const isError = Number(status) >= 400;
  return html`<details class="answer"${isError ? undefined : html` open`}>
<summary><strong>${status}</strong> ${isError ? errorNames(found) : undefined}</summary>
${markdown(found.description)}
<p class="headers">Headers: ${headers.map((name, index) => html`${index === 0 ? '' : ', '}<a href="#header-${name}">${name}</a>`)}</p>
${found.content === undefined ? undefined : renderMedia(found.content)}
</details>
`;
}

/** The stable names of the errors that an answer may hold. */
function errorNames({ content = {} }: OpenApiResponse): Html {
  const names = Object.keys(content['application/json']?.examples ?? {});
  return html`${names.map((name) => html`<code>${name}</code> `)}`;
}

function renderMedia(content: Readonly<Record<string, OpenApiMedia>>): Html {
  return html`${Object.entries(content).map(
    ([type, { schema, examples = {} }]) => html`<p class="media"><code>${type}</code></p>
${schema === undefined ? undefined : renderSchema(schema)}
${Object.entries(examples).map(
  ([
    name,
    { value },
  ]) => html`<details class="example"${Object.keys(examples).length === 1 ? html` open` : undefined}><summary>Example: ${name.replaceAll('_', ' ')}</summary>
<pre><code>${typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}</code></pre></details>
`,
)}`,
  )}`;
}

function lookUp({ components }: OpenApiDocument, reference: string): OpenApiResponse {
  const response = components.responses[reference.split('/').at(-1) ?? ''];
  if (response === undefined) throw new Error(`Bug: the description lacks ${reference}`);
  return response;
}

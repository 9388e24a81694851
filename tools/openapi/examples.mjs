import { exampleReport } from '../../api/services/example-report.ts';
import { SERVICES } from '../../shared/services/index.ts';

/** The id under which the schemas of the cases are found. */
export const SCHEMA_ID = 'https://verification.example/description';

/**
 * Every example with the schema it must match: a report of each service, and each example of the description. One
 * schema document contains them all, under `$defs`, so that any validator of JSON Schema 2020-12 can check them.
 */
export function examplesOf(description) {
  const cases = [
    ...SERVICES.map((service) => ({
      name: `the report of ${service.code}`,
      schema: { $ref: '#/components/schemas/CompletedReport' },
      value: exampleReport(service),
    })),
    ...SERVICES.flatMap((service) => detailsOf(service)),
    ...mediaOf(description.paths, '').flatMap(({ name, schema, examples }) =>
      Object.entries(examples).map(([key, { value }]) => ({ name: `${name} ${key}`, schema, value })),
    ),
  ];
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: SCHEMA_ID,
    components: { schemas: description.components.schemas },
    $defs: Object.fromEntries(cases.map(({ schema }, index) => [`case${index}`, schema])),
  };
  return { document, cases: cases.map(({ name, value }) => ({ name, value })) };
}

function detailsOf(service) {
  return exampleReport(service).checks.map((check) => ({
    name: `the facts of ${check.service_code} in ${service.code}`,
    schema: { $ref: `#/components/schemas/${pascal(check.service_code)}Details` },
    value: check.details,
  }));
}

const pascal = (code) => code.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());

/** All JSON bodies of requests and answers with examples. */
function mediaOf(node, place) {
  if (typeof node !== 'object' || node === null) return [];
  const json = node.content?.['application/json'];
  const own = json?.schema && json.examples ? [{ name: place, ...json }] : [];
  return [...own, ...Object.entries(node).flatMap(([key, value]) => mediaOf(value, `${place}/${key}`))];
}

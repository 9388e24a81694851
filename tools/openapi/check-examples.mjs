// Has every example of dist/openapi.json and a report of every service checked by three independent validators: Ajv,
// Hyperjump's and, if installed, Python's jsonschema. `npm run lint:api` runs it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { examplesOf, SCHEMA_ID } from './examples.mjs';

const PYTHON = `
import json, sys
from jsonschema import Draft202012Validator, RefResolver
given = json.load(sys.stdin)
resolver = RefResolver.from_schema(given["document"])
for index, value in enumerate(given["values"]):
    judge = Draft202012Validator({"$ref": given["document"]["$id"] + "#/$defs/case%d" % index}, resolver=resolver)
    print("true" if judge.is_valid(value) else "false")
`;

/** Each says for every value whether it matches its schema; undefined if the validator is not installed. */
const VALIDATORS = {
  Ajv: (document, values) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document);
    return values.map((value, index) => ajv.validate({ $ref: `${SCHEMA_ID}#/$defs/case${index}` }, value));
  },
  Hyperjump: async (document, values) => {
    registerSchema(document);
    const judged = [];
    for (const [index, value] of values.entries())
      judged.push((await validate(`${SCHEMA_ID}#/$defs/case${index}`, value)).valid);
    return judged;
  },
  'Python jsonschema': (document, values) => {
    // Debian's python3 rather than another one earlier on the PATH: only that one has the package.
    const python = ['/usr/bin/python3', 'python3'].find(
      (program) => spawnSync(program, ['-c', 'import jsonschema']).status === 0,
    );
    if (python === undefined) return undefined;
    const { stdout, stderr, status } = spawnSync(python, ['-W', 'ignore', '-c', PYTHON], {
      input: JSON.stringify({ document, values }),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0) throw new Error(stderr);
    return stdout
      .trim()
      .split('\n')
      .map((line) => line === 'true');
  },
};

const { document, cases } = examplesOf(JSON.parse(readFileSync('dist/openapi.json', 'utf8')));
// The last value matches nothing, so that a validator that accepts everything is noticed.
document.$defs[`case${cases.length}`] = { $ref: '#/components/schemas/CompletedReport' };
const values = [...cases.map(({ value }) => value), { request_id: 'none' }];
for (const [name, judge] of Object.entries(VALIDATORS)) {
  const judged = await judge(document, values);
  if (judged === undefined) {
    console.log(`${name} is not on this machine: not asked.`);
    continue;
  }
  const refused = cases.filter((_, index) => !judged[index]).map((one) => one.name);
  for (const one of refused) console.error(`${name} refuses ${one}`);
  if (judged.at(-1)) console.error(`${name} takes a report without members`);
  if (refused.length > 0 || judged.at(-1)) process.exitCode = 1;
  else console.log(`${name}: ${cases.length} examples fit their schemas.`);
}

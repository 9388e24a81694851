#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { checkEvidence } from './evidence.js';

const USAGE = `Checks receipts, proofs, PDF reports and webhooks of the verification service, without asking it.

  npx --no -- verification-client --keys jwks.json [--witness KEY]... [--certificate SHA256]... FILE...

  --keys         the keys of the service that you trust, as /.well-known/jwks.json says them
  --witness      the key of a witness that must have signed every proof
  --certificate  the SHA-256 of a certificate of which one must have signed every report
  FILE           receipt.jwt, evidence.tlog-proof (of a consent together with its receipt), report.pdf, or a text file with the
                 three headers of a webhook, an empty line and its body

Ends with 0 when every file proves what it says, with 1 when one does not, and with 2 when it could not look.`;

const OPTIONS = {
  keys: { type: 'string', multiple: true },
  witness: { type: 'string', multiple: true },
  certificate: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

async function main(): Promise<number> {
  const { values, positionals } = readArguments();
  if (values.help === true) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const [keyFile, ...furtherKeyFiles] = values.keys ?? [];
  if (keyFile === undefined) throw new Error(`--keys is missing.\n\n${USAGE}`);
  if (furtherKeyFiles.length > 0) {
    throw new Error(`--keys is given more than once: put all keys that you trust into one file.\n\n${USAGE}`);
  }
  if (positionals.length === 0) throw new Error(`No file is named.\n\n${USAGE}`);
  const keys = await readFile(keyFile, 'utf8');
  const files = await Promise.all(
    positionals.map(async (file) => ({ name: basename(file), bytes: new Uint8Array(await readFile(file)) })),
  );
  const findings = await checkEvidence(files, {
    keys,
    witnesses: values.witness ?? [],
    certificates: values.certificate ?? [],
  });
  const { visible } = await import('./evidence-checks/visible.js');
  for (const { name, proven, title, lines } of findings) {
    process.stdout.write(`${proven ? 'PROVEN' : 'NOT PROVEN'}  ${visible(name)}: ${title}\n`);
    for (const line of lines) process.stdout.write(`  ${line}\n`);
  }
  return findings.every(({ proven }) => proven) ? 0 : 1;
}

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${message}\n\n${USAGE}`);
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);

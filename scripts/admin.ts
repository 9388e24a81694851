import { parseArgs } from 'node:util';
import { createAdmin } from './admin/create-admin.js';
import { UsageError } from './admin/usage-error.js';

const USAGE = `Usage: npm run admin -- create-admin --email E

Creates an account of the role admin in the database of DATABASE_URL.
The password comes from the environment variable ADMIN_PASSWORD, or is asked for.`;

try {
  const { email } = parseCommand(process.argv.slice(2));
  await createAdmin(email);
  console.log(`Created the admin ${email}.`);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof UsageError ? `${message}\n\n${USAGE}` : message);
  process.exitCode = 1;
}

function parseCommand(args: readonly string[]): { email: string } {
  const { positionals, values } = parse(args);
  if (positionals.join(' ') !== 'create-admin') throw new UsageError('There is one command: create-admin.');
  if (values.email === undefined) throw new UsageError('--email is missing.');
  return { email: values.email.trim().toLowerCase() };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { email: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';

const FOLDER = 'docs/samples';

/** The samples of one language, as commands to run from the root of the repository. */
interface Language {
  name: string;
  /** Programs that have to be on the PATH. */
  needs: readonly string[];
  /** Whether the programs on the PATH are new enough. */
  fits?: () => boolean;
  /** Commands that compile the samples, once, into a folder. */
  build?: (into: string) => readonly string[][];
  submit: (built: string) => string[];
  verify: (built: string) => string[];
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'curl and openssl',
    needs: ['sh', 'curl', 'openssl'],
    submit: () => ['sh', `${FOLDER}/curl/submit.sh`],
    verify: () => ['sh', `${FOLDER}/curl/verify-webhook.sh`],
  },
  {
    name: 'Node',
    needs: ['node'],
    submit: () => ['node', `${FOLDER}/node/submit.mjs`],
    verify: () => ['node', `${FOLDER}/node/verify-webhook.mjs`],
  },
  {
    name: 'Python',
    needs: ['python3'],
    submit: () => ['python3', `${FOLDER}/python/submit.py`],
    verify: () => ['python3', `${FOLDER}/python/verify_webhook.py`],
  },
  {
    name: 'PHP',
    needs: ['php'],
    submit: () => ['php', `${FOLDER}/php/submit.php`],
    verify: () => ['php', `${FOLDER}/php/verify-webhook.php`],
  },
  {
    name: 'C#',
    needs: ['dotnet'],
    // The first version that runs a file without a project.
    fits: () => Number.parseInt(execFileSync('dotnet', ['--version'], { encoding: 'utf8' }), 10) >= 10,
    submit: () => ['dotnet', 'run', `${FOLDER}/csharp/submit.cs`, '--'],
    verify: () => ['dotnet', 'run', `${FOLDER}/csharp/verify-webhook.cs`],
  },
  {
    name: 'Java',
    needs: ['java', 'javac'],
    build: (into) => [
      ['javac', '-d', into, `${FOLDER}/java/Submit.java`, `${FOLDER}/java/VerifyWebhook.java`],
    ],
    submit: (built) => ['java', '-cp', built, 'Submit'],
    verify: (built) => ['java', '-cp', built, 'VerifyWebhook'],
  },
  {
    name: 'Go',
    needs: ['go'],
    build: (into) =>
      ['submit', 'verify-webhook'].map((name) => [
        'go',
        'build',
        '-o',
        join(into, name),
        `${FOLDER}/go/${name}/main.go`,
      ]),
    submit: (built) => [join(built, 'submit')],
    verify: (built) => [join(built, 'verify-webhook')],
  },
];

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The languages whose samples can run on this machine; the others are not tested here. */
export function languagesHere(): readonly Language[] {
  return LANGUAGES.filter(({ needs, fits }) => needs.every(isOnPath) && (fits?.() ?? true));
}

/** Compiles a language's samples into this folder, if they have to be compiled. Throws if that fails. */
export function buildSamples({ build }: Language, into: string): void {
  for (const [program = '', ...args] of build?.(into) ?? []) execFileSync(program, args);
}

/** How a sample ended. */
export interface SampleRun {
  code: number | null;
  /** Its standard output, without the trailing line break. */
  said: string;
  /** Its standard error. */
  complained: string;
}

/** Runs a sample's command with these variables besides those of the tests, and this text as standard input. */
export async function runSample(
  [program = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
  input = '',
): Promise<SampleRun> {
  const child = spawn(program, args, { env: { ...process.env, ...variables } });
  // A sample that refuses a message without reading it closes the pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [[code], said, complained] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, said: said.trim(), complained };
}

/** The variables that pass a message to the verifying samples. */
export function messageVariables(
  secret: string,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    WEBHOOK_SECRET: secret,
    WEBHOOK_ID: headers['webhook-id'] ?? '',
    WEBHOOK_TIMESTAMP: headers['webhook-timestamp'] ?? '',
    WEBHOOK_SIGNATURE: headers['webhook-signature'] ?? '',
  };
}

import { join } from 'node:path';
import type { Role } from '../../harness/serve.js';
import type { Site } from '../../harness/site-servers.js';
import { waitFor } from '../../harness/wait-for.js';
import { Slot } from '../soak/slot.js';
import type { Links } from '../world/linked-process.js';

const STARTS_WITHIN_MS = 180_000;
const NOWHERE = 'http://127.0.0.1:9';

/** The processes of a service, each under a supervisor, all using the same links. */
export class Processes {
  readonly #all: Slot[] = [];
  #serving: readonly Slot[] = [];

  /** `build` is the folder of another release. */
  constructor(private readonly options: { site: Site; links: Links; build: string | undefined }) {}

  /** Address of the most recently started API. */
  get url(): string {
    return this.#serving.filter(({ role }) => role === 'api').at(-1)?.url ?? NOWHERE;
  }

  /** How many have ended unexpectedly. */
  get ownEnds(): number {
    return this.#all.reduce((total, { ownEnds }) => total + ownEnds, 0);
  }

  /** Starts one more and waits until it is ready. */
  async start(role: Role, build = this.options.build): Promise<void> {
    const { site, links } = this.options;
    // The addresses come to lead to other servers; the names by which the processes know them stay.
    const { DATABASE_URL = '', REDIS_URL = '' } = site.environment;
    const slot = new Slot(
      {
        ...{ site, role, name: `${role}-${this.#all.length + 1}` },
        environment: { DATABASE_URL, REDIS_URL },
        ...(build !== undefined && { script: join(build, role, 'main.js') }),
      },
      links,
      undefined,
    );
    this.#all.push(slot);
    await waitFor(() => slot.ready, { timeoutMs: STARTS_WITHIN_MS, describe: `${slot.name} is ready` });
    this.#serving = [...this.#serving, slot];
  }

  /** For each serving process, starts one of a build and then stops the old one, workers first, as in the runbook. */
  async replaceAll(build: string): Promise<void> {
    const workers = this.#serving.filter(({ role }) => role === 'worker');
    const apis = this.#serving.filter(({ role }) => role === 'api');
    for (const old of [...workers, ...apis]) {
      await this.start(old.role, build);
      this.#serving = this.#serving.filter((slot) => slot !== old);
      await old.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((slot) => slot.close()));
  }
}

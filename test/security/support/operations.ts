import { FEATURES } from '../../../api/features.js';
import type { Access, Method, Parameters } from '../../../api/openapi/describe.js';

/** One operation of the API as its endpoint states it: what is tested for all of them is tested for a new one too. */
export interface Operation {
  /** `GET /api/v1/verifications/:id` */
  name: string;
  method: Uppercase<Method>;
  /** As Express has it. */
  path: string;
  access: Access;
  /** The names of the parameters in the path. */
  ids: readonly string[];
  query: Parameters;
  /** A valid body; undefined when the operation has none. */
  body: Record<string, unknown> | undefined;
  /** It takes a form instead, which has tests of its own. */
  form: boolean;
}

/** Every operation: one of each endpoint. */
export const OPERATIONS: readonly Operation[] = FEATURES.flatMap(({ endpoints }) =>
  endpoints.map(({ method, path, access, inPath = {}, query = {}, body }): Operation => {
    const verb = method.toUpperCase() as Uppercase<Method>;
    return {
      name: `${verb} ${path}`,
      method: verb,
      path,
      access,
      ids: Object.keys(inPath),
      query,
      form: body?.mediaType !== undefined,
      body: body === undefined || body.mediaType !== undefined ? undefined : firstExample(body.examples),
    };
  }),
);

/** The operations that need a token. */
export const GUARDED = OPERATIONS.filter(({ access }) => access !== 'open');

/** The path with these values in place of its parameters. Throws when one is missing. */
export function fill({ path }: Operation, ids: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = ids[name];
    if (value === undefined) throw new Error(`${path} needs a value for ${name}`);
    return value;
  });
}

function firstExample(examples: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...(Object.values(examples)[0] as Record<string, unknown>) };
}

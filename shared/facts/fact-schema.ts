import type { Fact, RecordFact } from './fact.js';

/** A JSON Schema of draft 2020-12, limited to the keywords that facts need. */
export interface FactSchema {
  readonly title: string;
  readonly description?: string;
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | readonly ('string' | 'number')[];
  readonly format?: 'date';
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: FactSchema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, FactSchema>>;
  readonly additionalProperties?: false;
  readonly examples?: readonly unknown[];
}

/** Longest text, far above any honest value (contract 17). */
export const MAX_CHARACTERS = 10_000;
/** A larger whole number loses digits when read as JSON. */
export const MAX_NUMBER = Number.MAX_SAFE_INTEGER;
// More than an answer of 1 MiB can hold; a schema without a bound would look careless.
const MAX_ITEMS = 1_000_000;
const NUMBER = { minimum: 0, maximum: MAX_NUMBER } as const;

/**
 * Returns the JSON Schema of a fact. No member of a record is required, because the source may not state it, and no
 * unnamed members are allowed.
 */
export function factSchema(fact: Fact): FactSchema {
  return {
    title: fact.label,
    ...(fact.description !== undefined && { description: fact.description }),
    ...keywordsOf(fact),
    ...('example' in fact && fact.example !== null && { examples: [fact.example] }),
  };
}

function keywordsOf(fact: Fact): Omit<FactSchema, 'title' | 'description'> {
  switch (fact.kind) {
    case 'text':
      return fact.orNumber
        ? { type: ['string', 'number'], maxLength: MAX_CHARACTERS, ...NUMBER }
        : { type: 'string', maxLength: MAX_CHARACTERS };
    case 'word':
      return { type: 'string', maxLength: MAX_CHARACTERS };
    case 'date':
      return { type: 'string', format: 'date', maxLength: 10 };
    case 'number':
    case 'money':
      return { type: 'number', ...NUMBER };
    case 'flag':
      return { type: 'boolean' };
    case 'list':
      return { type: 'array', items: factSchema(fact.item), maxItems: MAX_ITEMS };
    case 'record':
      return { type: 'object', properties: memberSchemas(fact.members), additionalProperties: false };
  }
}

function memberSchemas(members: RecordFact['members']): Record<string, FactSchema> {
  return Object.fromEntries(Object.entries(members).map(([name, fact]) => [name, factSchema(fact)]));
}

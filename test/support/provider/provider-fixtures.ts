import { readdirSync, readFileSync } from 'node:fs';
import type { InputType } from '../../../shared/domain/input-type.js';
import type { CheckCode } from '../../../shared/services/index.js';
import type { Exchange } from '../../../worker/providers/types.js';

const FOLDER = new URL('../../fixtures/provider/', import.meta.url);

export interface ProviderFixture {
  /** The check it answers; an answer in the error schema is the same to all. */
  check?: CheckCode;
  /** What its check was given, where a check takes more than one type. */
  inputType?: InputType;
  /** The outcome or class, and the label or reason. */
  means: string;
  status: number;
  body: Record<string, unknown>;
}

/** The names of all provider fixtures, as `<route>/<case>`. */
export function fixtureNames(): string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/** The provider's answer in test/fixtures/provider/<name>.json. */
export function readFixture(name: string): ProviderFixture {
  return JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
}

/** A fixture as the client would return it. */
export function fixtureExchange(name: string): Exchange {
  const { status, body } = readFixture(name);
  return answerOf(body, status);
}

/** A complete answer with this JSON body. */
export function answerOf(body: unknown, status = 200): Exchange {
  return { kind: 'answer', status, retryAfter: undefined, body: JSON.stringify(body) };
}

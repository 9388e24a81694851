import { registerDecorator } from 'class-validator';
import type { JsonSchema } from '../openapi/json-schema.js';

/** What is wrong with a value: a stable code for programs, and how to fix it for people. */
export interface Problem {
  code: string;
  message: string;
}

/** What is wrong with one member of an object. */
export interface NestedProblem extends Problem {
  /** The name of the member. */
  at: string;
}

/** Validates one value without changing or quoting it; of an object, all members at once. */
export type Rule = (value: unknown) => Problem | readonly NestedProblem[] | undefined;

/** What we attach to a field in class-validator: its rule, and what callers are told about it. */
export interface FieldContext {
  rule: Rule;
  schema: JsonSchema;
}

/**
 * Attaches a rule to a field of a DTO, and the JSON Schema that expresses as much of it as a schema can. One rule per
 * field, so that each field, or each of its members, has at most one fault at a time.
 */
export function Validate(rule: Rule, schema: JsonSchema): PropertyDecorator {
  const context: FieldContext = { rule, schema };
  return (target, propertyName) => {
    registerDecorator({
      target: target.constructor,
      propertyName: String(propertyName),
      // class-validator's messages have no codes, so the rule is passed along and names the problem itself. The context
      // is only passed on together with a message.
      options: { context, message: 'is invalid' },
      validator: { validate: (value: unknown) => rule(value) === undefined },
    });
  };
}

/** The problem of a required field that is missing. */
export const REQUIRED: Problem = { code: 'required', message: 'This field is required.' };
// Sending null or an empty text for an optional field must not be answered with "required".
const EMPTY: Problem = { code: 'required', message: 'Must not be empty: send a value, or omit the field.' };
/** Turns the rule of a required field into that of an `optional` one. */
export function unlessAbsent(rule: Rule, optional: boolean): Rule {
  if (!optional) return rule;
  return (value) => {
    if (value === undefined) return undefined;
    const problem = rule(value);
    return problem === REQUIRED ? EMPTY : problem;
  };
}

/** Only the JSON literal `true`: a consent is either given or not. */
export function MustBeTrue(): PropertyDecorator {
  return Validate(
    (value) =>
      value === true
        ? undefined
        : {
            code: 'must_be_true',
            message: 'Must be the JSON literal true. Strings and numbers are not accepted.',
          },
    { type: 'boolean', const: true },
  );
}

/** `true`, `false`, or absent. */
export function OptionalBoolean(): PropertyDecorator {
  return Validate(
    (value) =>
      value === undefined || typeof value === 'boolean'
        ? undefined
        : { code: 'invalid_type', message: 'Must be true or false, or be omitted.' },
    { type: 'boolean' },
  );
}

/** `true`, or absent: an option that is chosen or not. */
export function OptionalTrue(): PropertyDecorator {
  return Validate(
    (value) =>
      value === undefined || value === true
        ? undefined
        : { code: 'must_be_true', message: 'Must be the JSON literal true, or be omitted.' },
    { type: 'boolean', const: true },
  );
}

/** One of the choices; with `optional` it may be absent. */
export function OneOf(choices: readonly string[], { optional = false } = {}): PropertyDecorator {
  const validateChoice: Rule = (value) => {
    if (value === undefined || value === null) return REQUIRED;
    if (typeof value === 'string' && choices.includes(value)) return undefined;
    return { code: 'invalid_choice', message: `Must be one of ${choices.join(', ')}.` };
  };
  return Validate(unlessAbsent(validateChoice, optional), { type: 'string', enum: choices });
}

/**
 * Any value or none, exactly as sent: what is allowed depends on other fields, so the route validates it. The schema
 * states what the route demands in any case.
 */
export function ValidatedByRoute(schema: JsonSchema): PropertyDecorator {
  return Validate(() => undefined, schema);
}

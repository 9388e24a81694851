import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, type ValidationError, Validator } from 'class-validator';
import { echoName } from '../../shared/domain/echo-name.js';
import { type FieldFault, MAX_UNKNOWN_FIELDS } from '../../shared/domain/faults.js';
import { isObject } from '../../shared/domain/is-object.js';
import { validationFailed } from '../errors/catalogue.js';
import type { Rule } from './rules.js';

type Dto<T extends object> = new () => T;

const validator = new Validator();

/** Validates a body by its DTO. Throws `validation_failed` with every fault at once. */
export function validateBody<T extends object>(Dto: Dto<T>, body: unknown): { value: T } {
  const { value, faults } = collectFaults(Dto, body);
  if (faults.length > 0) throw validationFailed(faults);
  return { value };
}

/**
 * Validates a body without throwing, for routes that add faults of their own. Fields that are not in the DTO are faults
 * and never reach `value`; nothing is coerced. If there are faults, use `value` only to look for more of them.
 */
export function collectFaults<T extends object>(
  Dto: Dto<T>,
  plain: unknown,
): { value: T; faults: FieldFault[] } {
  // parseBody lets only objects through.
  if (!isObject(plain)) throw new Error('Bug: the route has no parseBody policy');
  const { primitives, objects, unknown } = splitFields(Dto, plain);
  // Objects bypass class-transformer, which would copy them, drop names such as `__proto__`, and fail on some; rules
  // need them as sent.
  const value = Object.assign(plainToInstance(Dto, primitives), objects);
  // class-validator treats a class without rules as a mistake; here it means a body without fields.
  const errors = fieldsOf(Dto).size === 0 ? [] : validator.validateSync(value, VALIDATION);
  return {
    value,
    faults: [...errors.flatMap(describe), ...unknown.slice(0, MAX_UNKNOWN_FIELDS).map(unknownField)],
  };
}

const VALIDATION = { forbidUnknownValues: true, validationError: { target: false } };

function splitFields<T extends object>(Dto: Dto<T>, plain: object) {
  const fields = fieldsOf(Dto);
  const primitives: Record<string, unknown> = {};
  const objects: Record<string, unknown> = {};
  const unknown: string[] = [];
  // Own properties only, so that `__proto__` and `constructor` are ordinary names; neither is ever a field.
  for (const [name, value] of Object.entries(plain)) {
    if (!fields.has(name)) unknown.push(name);
    else if (typeof value === 'object') objects[name] = value;
    else primitives[name] = value;
  }
  return { primitives, objects, unknown };
}

const fieldsByDto = new WeakMap<Dto<object>, ReadonlySet<string>>();

/** The fields of a DTO, looked up once per class: class-validator searches all its metadata on every call. */
function fieldsOf(Dto: Dto<object>): ReadonlySet<string> {
  let fields = fieldsByDto.get(Dto);
  if (fields === undefined) {
    const metadata = getMetadataStorage().getTargetValidationMetadatas(Dto, '', false, false);
    fields = new Set(metadata.map(({ propertyName }) => propertyName));
    fieldsByDto.set(Dto, fields);
  }
  return fields;
}

function describe({ property, value, contexts = {} }: ValidationError): FieldFault[] {
  const [context] = Object.values(contexts) as { rule: Rule }[];
  const problem = context?.rule(value);
  if (problem === undefined) throw new Error(`Bug: ${property} has a fault without a rule`);
  if ('code' in problem) return [{ field: property, ...problem }];
  return problem.map(({ at, ...nested }) => ({ field: `${property}.${at}`, ...nested }));
}

/** The fault of a field that a body or a form does not have. */
export function unknownField(name: string): FieldFault {
  return {
    field: echoName(name),
    code: 'unknown_field',
    message: 'There is no such field. Remove it, or check its spelling.',
  };
}

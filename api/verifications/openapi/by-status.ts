import type { WireVerification } from '../../../shared/wire/verification.js';
import type { JsonSchema } from '../../openapi/json-schema.js';
import { constant, Optional, objectOf, oneOfNamed, type Properties } from '../../openapi/schemas.js';

type Members = Readonly<Record<string, JsonSchema | Optional>>;

/**
 * Splits the schema of a verification, or of a superset of it, into three by status: a completed one has a result, and
 * one in review says what happened and what to do. A fourth status would be a breaking change (docs/versioning.md).
 */
export function byStatus<T extends WireVerification>(
  name: string,
  properties: Properties<T>,
  description?: string,
): Record<string, JsonSchema> {
  const members: Members = properties;
  const only = (status: string, given: readonly string[]) => {
    const left = Object.entries(members).filter(([member]) => !VARYING.includes(member));
    const present = given.map((member) => [member, required(members[member])] as const);
    return objectOf({ ...Object.fromEntries([...left, ...present]), status: constant(status) });
  };
  return {
    [`Pending${name}`]: only('pending', []),
    [`Completed${name}`]: only('completed', ['completed_at', 'result']),
    [`${name}InReview`]: only('manual_review', ['message', 'next_action']),
    [name]: oneOfNamed(
      'status',
      { pending: `Pending${name}`, completed: `Completed${name}`, manual_review: `${name}InReview` },
      description === undefined ? {} : { description },
    ),
  };
}

const VARYING = ['completed_at', 'result', 'message', 'next_action'];

function required(member: JsonSchema | Optional | undefined): JsonSchema {
  if (member === undefined) throw new Error('Bug: a verification without a member that its status demands');
  return member instanceof Optional ? member.schema : member;
}

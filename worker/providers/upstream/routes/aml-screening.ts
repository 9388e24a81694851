import { amount, list, object, optional, required, text } from '../../kit/schema.js';
import type { Gathered } from '../../types.js';
import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';

const SCREENING_DATA = object({
  hits: optional(
    list(
      object({
        name: optional(text),
        score: optional(amount),
        lists: optional(list(text)),
        topics: optional(list(text)),
      }),
    ),
  ),
});

/** aml_screening: whether a name is on sanctions or politically-exposed-person lists. Here a match is negative. */
export const amlScreening: Route = {
  path: '/aml-screening',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: SCREENING_DATA,
      contradicts: ({ hits = [] }, status) => hits.length > 0 !== (status === 'match'),
      noRecordLabel: 'No screening record for this name',
      interpret: (data) => {
        // A clear name is a strong claim: the provider has to return the empty list.
        const hits = required(data.hits);
        return {
          outcome: hits.length > 0 ? 'negative' : 'positive',
          label: screeningLabel(hits.length),
          details: {
            hits: hits.map(({ name, score, lists, topics }) => ({ name, score, lists, topics })),
          } satisfies Gathered<'aml_screening'>,
        };
      },
    }),
};

function screeningLabel(hits: number): string {
  if (hits === 0) return 'Clear: no hits on the screened lists';
  return `${hits} possible ${hits === 1 ? 'hit' : 'hits'} on the screened lists`;
}

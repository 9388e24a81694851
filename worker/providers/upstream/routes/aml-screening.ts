import { required } from '../../kit/schema.js';
import { factsOf } from './facts-on-wire.js';
import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';

const FACTS = factsOf('aml_screening');

/** aml_screening: whether a name is on sanctions or politically-exposed-person lists. Here a match is negative. */
export const amlScreening: Route = {
  path: '/aml-screening',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: FACTS,
      contradicts: ({ hits = [] }, status) => hits.length > 0 !== (status === 'match'),
      noRecordLabel: 'No screening record for this name',
      interpret: (details) => {
        // A clear name is a strong claim: the provider has to return the empty list.
        const hits = required(details.hits);
        return {
          outcome: hits.length > 0 ? 'negative' : 'positive',
          label: screeningLabel(hits.length),
          details,
        };
      },
    }),
};

function screeningLabel(hits: number): string {
  if (hits === 0) return 'Clear: no hits on the screened lists';
  return `${hits} possible ${hits === 1 ? 'hit' : 'hits'} on the screened lists`;
}

import { required } from '../../kit/schema.js';
import { count } from './count.js';
import { factsOf } from './facts-on-wire.js';
import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';

const COMPANY = factsOf('cipc_company');
const DIRECTORSHIPS = factsOf('cipc_director');

/** cipc_company: a company in the company registry. */
export const cipcCompany: Route = {
  path: '/cipc',
  reportType: () => 'company',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: COMPANY,
      echo: ({ registration_number }) => registration_number,
      noRecordLabel: 'No company under this registration number',
      interpret: (company, matched) => ({
        outcome: matched ? 'positive' : 'negative',
        label: matched
          ? 'Company found in the registry; its status is in the details'
          : 'Company registration number not confirmed by the registry',
        details: matched ? { ...company, name: required(company.name) } : company,
      }),
    }),
};

/** cipc_director: the directorships of a person, or the directors of a company, depending on the number given. */
export const cipcDirector: Route = {
  path: '/cipc',
  reportType: () => 'director',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: DIRECTORSHIPS,
      noRecordLabel: 'No directorship record under this number',
      interpret: (details, matched) => ({
        outcome: matched ? 'positive' : 'negative',
        label: matched
          ? `Directorship record found: ${count(details.directorships, 'directorship', 'directorships')}`
          : 'No directorship is registered under this number',
        details,
      }),
    }),
};

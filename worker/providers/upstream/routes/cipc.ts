import { isoDate, list, object, optional, required, text } from '../../kit/schema.js';
import type { Gathered } from '../../types.js';
import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';
import { count } from './trace-data.js';

const COMPANY_DATA = object({
  name: optional(text),
  registrationNumber: optional(text),
  status: optional(text),
  type: optional(text),
  registrationDate: optional(isoDate),
  directors: optional(list(object({ name: optional(text), status: optional(text) }))),
});

const DIRECTOR_DATA = object({
  directorships: optional(
    list(
      object({
        companyName: optional(text),
        registrationNumber: optional(text),
        status: optional(text),
        appointed: optional(isoDate),
      }),
    ),
  ),
});

/** cipc_company: a company in the company registry. */
export const cipcCompany: Route = {
  path: '/cipc',
  reportType: () => 'company',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: COMPANY_DATA,
      echo: ({ registrationNumber }) => registrationNumber,
      noRecordLabel: 'No company under this registration number',
      interpret: (company, matched) => ({
        outcome: matched ? 'positive' : 'negative',
        label: matched
          ? 'Company found in the registry; its status is in the details'
          : 'Company registration number not confirmed by the registry',
        details: {
          name: matched ? required(company.name) : company.name,
          registration_number: company.registrationNumber,
          status: company.status,
          type: company.type,
          registration_date: company.registrationDate,
          directors: company.directors?.map(({ name, status }) => ({ name, status })),
        } satisfies Gathered<'cipc_company'>,
      }),
    }),
};

/** cipc_director: the directorships of a person, or the directors of a company, depending on the number given. */
export const cipcDirector: Route = {
  path: '/cipc',
  reportType: () => 'director',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: DIRECTOR_DATA,
      noRecordLabel: 'No directorship record under this number',
      interpret: ({ directorships }, matched) => ({
        outcome: matched ? 'positive' : 'negative',
        label: matched
          ? `Directorship record found: ${count(directorships ?? [], 'directorship', 'directorships')}`
          : 'No directorship is registered under this number',
        details: {
          directorships: directorships?.map(({ companyName, registrationNumber, status, appointed }) => ({
            company_name: companyName,
            registration_number: registrationNumber,
            status,
            appointed,
          })),
        } satisfies Gathered<'cipc_director'>,
      }),
    }),
};

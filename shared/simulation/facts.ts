import { mapTexts } from '../domain/map-texts.js';
import { maskSubject } from '../domain/mask.js';
import { exampleOf } from '../facts/example-of.js';
import { type CheckCode, checkOf, type Gathered } from '../services/index.js';
import { Invention } from './invention.js';

/** What is special about a subject, besides its invented facts. */
export interface Specials {
  deceased: boolean;
  stolen: boolean;
}

// Shared by the sandbox and the test mode's simulator. Greek letters, "Example" places and "Sample" firms: nobody can
// mistake them for a real person or company.
const FORENAMES = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Theta', 'Kappa'] as const;
const CITIES = ['Exampleville', 'Sampleton', 'Mockburg', 'Testfontein'] as const;
const SUBURBS = ['Placeholder Park', 'Fixture Hill', 'Demo Heights'] as const;
const PROVINCES = ['Gauteng', 'Western Cape', 'KwaZulu-Natal', 'Eastern Cape'] as const;
const FIRMS = ['Sample Traders', 'Example Works', 'Mock Holdings', 'Fixture Supplies'] as const;
const MAKES = ['Examplar', 'Testarion', 'Mockswagen'] as const;
const COLOURS = ['white', 'silver', 'blue', 'red'] as const;
// A VIN never contains I, O or Q (ISO 3779).
const VIN_LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K'] as const;

// Two-digit years up to this are read as 20YY. It is fixed so that answers do not change as time goes by.
const LAST_BIRTH_YEAR = 26;
const CITIZENSHIPS: Readonly<Record<string, string>> = {
  '0': 'citizen',
  '1': 'permanent_resident',
  '2': 'refugee',
};

/** What the population register says; the digits are read as in contract 4.5. */
function identityFacts(idNumber: string, { deceased }: Specials): Gathered<'identity_check'> {
  const invention = new Invention(idNumber);
  const year = Number(idNumber.slice(0, 2));
  const century = year <= LAST_BIRTH_YEAR ? 20 : 19;
  return {
    id_number: idNumber,
    surname: 'Testperson',
    forenames: invention.pick(FORENAMES),
    date_of_birth: `${century}${idNumber.slice(0, 2)}-${idNumber.slice(2, 4)}-${idNumber.slice(4, 6)}`,
    gender: Number(idNumber.slice(6, 10)) >= 5000 ? 'male' : 'female',
    citizenship: CITIZENSHIPS[idNumber.charAt(10)] ?? 'citizen',
    marital_status: undefined,
    marriage_date: undefined,
    deceased,
    date_of_death: deceased ? '2026-01-31' : undefined,
  };
}

function maritalFacts(idNumber: string, specials: Specials): Gathered<'marital_status'> {
  const invention = new Invention(`marriage ${idNumber}`);
  const maritalStatus = invention.pick(['single', 'married', 'divorced', 'widowed']);
  return {
    ...identityFacts(idNumber, specials),
    marital_status: maritalStatus,
    marriage_date: maritalStatus === 'single' ? undefined : invention.date(2021, 2025),
  };
}

/** Hits of a name on invented lists. */
function screeningFacts(name: string): Gathered<'aml_screening'> {
  const invention = new Invention(name);
  const hit = () => ({
    name: `${name} (invented entry)`,
    score: invention.number(85, 100) / 100,
    lists: [invention.pick(['Example Sanctions List', 'Sample Watch List'])],
    topics: [invention.pick(['sanction', 'role.pep'])],
  });
  return { hits: invention.several(2, hit) };
}

/** What address, trace and phone look-ups find. */
function traceFacts(subject: string): Gathered<'consumer_trace'> {
  const invention = new Invention(subject);
  const address = () => ({
    line: `${invention.number(1, 99)} Example Street`,
    suburb: invention.pick(SUBURBS),
    city: invention.pick(CITIES),
    province: invention.pick(PROVINCES),
    postal_code: `0${invention.digits(3)}`,
    last_seen: invention.date(2024, 2025),
  });
  return {
    addresses: invention.several(2, address),
    contacts: [
      { type: 'mobile', number: `+277100000${invention.digits(2)}`, last_seen: invention.date(2024, 2025) },
    ],
    employers: [{ name: firmName(invention), last_seen: invention.date(2024, 2025) }],
  };
}

function propertyFacts(idNumber: string): Gathered<'property_search'> {
  const invention = new Invention(idNumber);
  const property = () => ({
    erf: invention.digits(4),
    suburb: invention.pick(SUBURBS),
    city: invention.pick(CITIES),
    title_deed: `T${invention.digits(5)}/2022`,
    purchase_date: invention.date(2022, 2025),
    purchase_price: invention.number(40, 400) * 10_000,
    share: invention.pick([1, 0.5]),
  });
  return { properties: invention.several(2, property) };
}

function companyFacts(registrationNumber: string): Gathered<'cipc_company'> {
  const invention = new Invention(registrationNumber);
  const director = () => ({ name: `${invention.pick(FORENAMES)} Testperson`, status: 'active' });
  return {
    name: firmName(invention),
    registration_number: registrationNumber,
    status: 'in business',
    type: 'private company',
    registration_date: `${registrationNumber.slice(0, 4)}-03-01`,
    directors: invention.several(3, director),
  };
}

function directorshipFacts(subject: string): Gathered<'cipc_director'> {
  const invention = new Invention(subject);
  const isCompany = subject.includes('/');
  const directorship = () => ({
    company_name: firmName(invention),
    registration_number: isCompany ? subject : `2000/0000${invention.digits(2)}/07`,
    status: 'active',
    appointed: invention.date(2020, 2025),
  });
  return { directorships: invention.several(2, directorship) };
}

function vehicleFacts(registrationNumber: string, { stolen }: Specials): Gathered<'vehicle_check'> {
  const invention = new Invention(registrationNumber);
  const letters = Array.from({ length: 11 }, () => invention.pick(VIN_LETTERS)).join('');
  return {
    registration_number: registrationNumber,
    make: invention.pick(MAKES),
    model: `Model ${invention.number(1, 9)}`,
    year: invention.number(2005, 2024),
    colour: invention.pick(COLOURS),
    vin: `${letters}${invention.digits(6)}`,
    engine_number: `ENG${invention.digits(7)}`,
    stolen,
    licence_expiry: invention.date(2030, 2031),
  };
}

function firmName(invention: Invention): string {
  return `${invention.pick(FIRMS)} ${invention.number(1, 99)} (Pty) Ltd`;
}

/** Invents the facts of a subject: the same subject always gets the same facts. */
export type Invent = (subject: string, specials: Specials) => Record<string, unknown>;

/** What is invented by hand: where facts depend on the subject or on each other. */
const INVENTIONS: { readonly [Code in CheckCode]?: (...about: Parameters<Invent>) => Gathered<Code> } = {
  identity_check: identityFacts,
  said_verification: identityFacts,
  marital_status: maritalFacts,
  alive_status: identityFacts,
  aml_screening: screeningFacts,
  consumer_trace: traceFacts,
  address_lookup: traceFacts,
  phone_trace: traceFacts,
  property_search: propertyFacts,
  cipc_company: companyFacts,
  cipc_director: directorshipFacts,
  vehicle_check: vehicleFacts,
};

/** What is invented for a check: unless it has inventions of its own, the examples of its facts. */
export function inventionOf(code: CheckCode): Invent {
  return INVENTIONS[code] ?? examplesOf(code);
}

function examplesOf(code: CheckCode): Invent {
  const { facts, input } = checkOf(code);
  const itself = maskSubject(input.example);
  return (subject) =>
    mapTexts(exampleOf(facts), (text) => (text === itself ? subject : text)) as ReturnType<Invent>;
}

/** The invented facts that a check reports of a subject: those of its service, and no others. */
export function factsOfCheck(code: CheckCode, subject: string, specials: Specials): Record<string, unknown> {
  const stated = Object.keys(checkOf(code).facts.members);
  const invented = Object.entries(inventionOf(code)(subject, specials));
  return Object.fromEntries(invented.filter(([name]) => stated.includes(name)));
}

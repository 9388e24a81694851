import { SERVICES, type Service } from '../../shared/services/index.js';
import { PRICE_LIST } from '../../shared/services/price-list.js';
import { newRequest } from '../client/request.js';
import type { Random } from '../random.js';
import { type Grant, KINDS, type Kind, type Post, type Round } from './round.js';

type Request = Omit<Post, 'key'>;

// Without photographs, which take the provider time and add nothing to a race.
const COMPETING = SERVICES.filter(({ biometricConsentRequired }) => !biometricConsentRequired);
const OF_IDENTITY_NUMBERS = COMPETING.filter(({ input }) => input.types[0] === 'sa_id_number');
/** From docs/sandbox.md: positive, negative and no record, all of which are charged, so that nothing is released. */
const CHARGED_SUBJECTS = ['0001010000071', '0001010001079', '0001010002077'];
const PREFERENCES = ['respond-async', 'wait=5', ''];

/** Credits are granted for at most this many requests: more would only keep the worker busy. */
const MAX_ACCEPTED = 40;
const MIXED_CREDITS = { min: 0, max: 250 };
const GRANTS = { min: 1, max: 5 };
const GRANTED_CREDITS = { min: 1, max: 60 };

/** Draws what `count` clients send at the same moment. */
export function drawRound(name: string, count: number, random: Random): Round {
  const kind = random.pick(KINDS);
  return { name, kind, prefer: random.pick(PREFERENCES), grants: [], ...DRAW[kind](name, count, random) };
}

type Drawn = Pick<Round, 'credits' | 'posts'> & { grants?: readonly Grant[] };

const DRAW: Record<Kind, (name: string, count: number, random: Random) => Drawn> = {
  'same key': (name, count, random) => {
    const request = exampleOf(random.pick(COMPETING));
    const posts = times(count, () => ({ key: name, ...request }));
    return { credits: creditsFor(request.price, random), posts };
  },
  'same key, other bodies': (name, count, random) => {
    const variants = drawVariants(random);
    const posts = times(count, () => ({ key: name, ...random.pick(variants) }));
    return { credits: creditsFor(Math.max(...variants.map(({ price }) => price)), random), posts };
  },
  'last credits': (name, count, random) => {
    const request = exampleOf(random.pick(COMPETING));
    const enoughFor = random.between(0, Math.min(MAX_ACCEPTED, count));
    return {
      credits: enoughFor * request.price + random.between(0, request.price - 1),
      posts: times(count, (index) => ({ key: `${name}-${index}`, ...request })),
    };
  },
  'last credits, mixed prices': (name, count, random) => ({
    credits: random.between(MIXED_CREDITS.min, MIXED_CREDITS.max),
    posts: mixedPosts(name, count, random),
  }),
  'credits arriving': (name, count, random) => ({
    credits: random.between(MIXED_CREDITS.min, MIXED_CREDITS.max / 2),
    posts: mixedPosts(name, count, random),
    grants: times(random.between(GRANTS.min, GRANTS.max), (index) => ({
      key: `${name}-grant-${index}`,
      amount: random.between(GRANTED_CREDITS.min, GRANTED_CREDITS.max),
    })),
  }),
};

/** Enough for one request, and sometimes for a second one that must not be accepted. */
function creditsFor(price: number, random: Random): number {
  return random.between(price, 3 * price);
}

/** Two to five requests that differ in service, subject or purpose. */
function drawVariants(random: Random): Request[] {
  const purposes = ['Check before a synthetic contract', 'Check after a synthetic contract'];
  const services = random.shuffle(OF_IDENTITY_NUMBERS).slice(0, 2);
  const all = services.flatMap((service) =>
    CHARGED_SUBJECTS.flatMap((subject) =>
      purposes.map((purpose) => requestFor(service, subject, { purpose })),
    ),
  );
  return random.shuffle(all).slice(0, random.between(2, 5));
}

function mixedPosts(name: string, count: number, random: Random): Post[] {
  return times(count, (index) => ({ key: `${name}-${index}`, ...exampleOf(random.pick(COMPETING)) }));
}

function exampleOf(service: Service): Request {
  return requestFor(service, service.input.example);
}

function requestFor({ code }: Service, subject: string, overrides: Record<string, unknown> = {}): Request {
  const { body } = newRequest('', code, subject);
  return { body: { ...body, ...overrides }, price: PRICE_LIST.credits[code] };
}

function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

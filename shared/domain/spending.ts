/** How long a limit counts: a day and a month of UTC. */
export const LIMIT_PERIODS = ['day', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** Whom a limit can bind. */
export const LIMITED = ['client', 'user', 'api_key'] as const;
export type Limited = (typeof LIMITED)[number];

/** What the ids of those are called whom limits bind. */
export const LIMITED_KINDS = { client: 'client', user: 'user', api_key: 'apiKey' } as const;

/** How many credits may be spent; null for no limit (contract 11). */
export interface SpendingLimits {
  per_day: number | null;
  per_month: number | null;
}

/** Of whom none was set. */
export const NO_LIMITS: SpendingLimits = { per_day: null, per_month: null };

/** A limit as it stands in the present period. */
export interface Limit {
  clientId: string;
  /** The client itself, or a user or key of it. */
  subjectId: string;
  of: Limited;
  period: LimitPeriod;
  /** The first day of the period. */
  startsOn: string;
  credits: number;
  /** Reserved or charged in the period. */
  used: number;
  /** How many percent of it the client was told of in the period. */
  told: AlertPercent | 0;
}

/** Of how much of a limit a client is told, each once in a period (contract 11). */
export type AlertPercent = 80 | 100;

/** A limit of which the client is to be told now. */
export type LimitAlert = Limit & { told: AlertPercent };

/** The first day of the period that a moment lies in, as `2026-11-22`. */
export function periodStart(period: LimitPeriod, moment: Date): string {
  const day = moment.toISOString().slice(0, 10);
  return period === 'day' ? day : `${day.slice(0, 7)}-01`;
}

/** When a period ends that begins on this day. */
export function periodEnd(period: LimitPeriod, startsOn: string): Date {
  const end = new Date(`${startsOn}T00:00:00.000Z`);
  if (period === 'day') end.setUTCDate(end.getUTCDate() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/** The order in which limits are named to a caller: the narrowest first. */
const ORDER: readonly Limited[] = ['api_key', 'user', 'client'];

/** The limits of some clients while their wallets are locked; spending moves them in place. */
export class Spending {
  readonly #touched = new Set<Limit>();
  readonly #alerts = new Set<LimitAlert>();

  constructor(private readonly limits: readonly Limit[]) {}

  /** The limit that so many credits would pass, if any. It counts as reached: what is left of it is of no use. */
  passedBy(spend: Spend): Limit | undefined {
    const passed = this.#of(spend).find(({ credits, used }) => used + spend.credits > credits);
    if (passed !== undefined) this.#tell(passed, 100);
    return passed;
  }

  /** Counts credits that are reserved now. */
  add(spend: Spend): void {
    for (const limit of this.#of(spend)) {
      limit.used += spend.credits;
      this.#touched.add(limit);
      this.#tell(limit, limit.used >= limit.credits ? 100 : limit.used * 100 >= limit.credits * 80 ? 80 : 0);
    }
  }

  /** Those of which the client has to be told, once for each period and share. */
  alerts(): readonly LimitAlert[] {
    return [...this.#alerts];
  }

  /** The limits that have changed. */
  touched(): readonly Limit[] {
    return [...this.#touched];
  }

  #tell(limit: Limit, percent: LimitAlert['told'] | 0): void {
    if (percent <= limit.told) return;
    limit.told = percent;
    this.#touched.add(limit);
    this.#alerts.add(limit as LimitAlert);
  }

  #of({ clientId, submittedBy }: Spend): Limit[] {
    return this.limits
      .filter((limit) => limit.clientId === clientId && [clientId, submittedBy].includes(limit.subjectId))
      .sort((a, b) => ORDER.indexOf(a.of) - ORDER.indexOf(b.of));
  }
}

interface Spend {
  clientId: string;
  submittedBy: string | null;
  credits: number;
}

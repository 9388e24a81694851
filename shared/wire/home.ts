import type { Outcome } from '../domain/outcome.js';
import type { ServiceCode } from '../services/index.js';

/** How many were asked, and what came of those that got their result in the period. */
export interface WireFigures {
  /** Requests that were accepted. */
  submitted: number;
  /** Requests that got their result, whenever they were accepted. */
  completed: number;
  /** Credits charged. */
  credits: number;
  /** Of the completed ones, those that support had to look at. */
  reviewed: number;
  outcomes: Record<Outcome, number>;
  /** From acceptance to result; null while there is none. */
  turnaround: { p50_ms: number; p95_ms: number } | null;
}

/** What happened on one day, in UTC. */
export interface WireDay {
  day: string;
  submitted: number;
  completed: number;
  credits: number;
}

export interface WireServiceFigures extends WireFigures {
  service_code: ServiceCode;
  service_label: string;
}

/** How much of it one client is. */
export interface WireClientFigures {
  client_id: string;
  name: string;
  submitted: number;
  completed: number;
  credits: number;
  reviewed: number;
  /** Day of the newest request in the period, in UTC; null without one. */
  last_day: string | null;
  /** Credits that are left to reserve. */
  available: number;
  /** People with an account. */
  users: number;
}

/** A request that got its result. */
export interface WireFinished {
  request_id: string;
  service_code: ServiceCode;
  service_label: string;
  reference: string | null;
  /** Masked. */
  subject: string;
  outcome: Outcome;
  label: string;
  completed_at: string;
}

/** What somebody sees first: what waits, what came back, and the figures of the last days. */
export interface WireHome {
  as_of: string;
  /** Days in UTC, both included. */
  period: { from: string; to: string };
  waiting: { pending: number; manual_review: number; oldest_review_seconds: number | null };
  totals: WireFigures;
  /** Every day of the period, oldest first. */
  days: WireDay[];
  /** The services that were asked, most asked first. */
  services: WireServiceFigures[];
  /** Of a client; null for staff. */
  wallet: {
    available: number;
    low_balance_threshold: number | null;
    /** What the client spent a day, since its first day of the period. */
    credits_per_day: number;
    /** The day on which the credits end at this pace; null when that is more than a year away. */
    runs_out_on: string | null;
  } | null;
  /** Of a client, newest first, at most 10; null for staff. */
  finished: WireFinished[] | null;
  /** For staff, most asking first, at most 100; null for a client. */
  clients: WireClientFigures[] | null;
}

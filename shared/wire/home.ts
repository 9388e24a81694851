import type { Outcome } from '../domain/outcome.js';
import type { ServiceCode } from '../services/index.js';

/** Figures of the requests in a period, and of those completed in it. */
export interface WireFigures {
  /** Requests accepted. */
  submitted: number;
  /** Requests completed, whenever they were accepted. */
  completed: number;
  /** Credits charged. */
  credits: number;
  /** The completed requests that support had to look at. */
  reviewed: number;
  outcomes: Record<Outcome, number>;
  /** From acceptance to result; null while there is none. */
  turnaround: { p50_ms: number; p95_ms: number } | null;
}

/** Figures of one day, in UTC. */
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

/** The figures of one client. */
export interface WireClientFigures {
  client_id: string;
  name: string;
  submitted: number;
  completed: number;
  credits: number;
  reviewed: number;
  /** Day of the newest request in the period, in UTC; null without one. */
  last_day: string | null;
  /** Credits available to reserve. */
  available: number;
  /** People with an account. */
  users: number;
}

/** A completed request. */
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

/** The start page: open work, recent results, and the figures of recent days. */
export interface WireHome {
  as_of: string;
  /** The first and last day, in UTC. */
  period: { from: string; to: string };
  waiting: { pending: number; manual_review: number; oldest_review_seconds: number | null };
  totals: WireFigures;
  /** Every day of the period, oldest first. */
  days: WireDay[];
  /** The services that were requested, most requested first. */
  services: WireServiceFigures[];
  /** For a client; null for staff. */
  wallet: {
    available: number;
    low_balance_threshold: number | null;
    /** Credits the client spent per day, since its first day in the period. */
    credits_per_day: number;
    /** The day on which the credits run out at this pace; null if that is more than a year away. */
    runs_out_on: string | null;
  } | null;
  /** For a client, newest first, at most 10; null for staff. */
  finished: WireFinished[] | null;
  /** For staff, most active first, at most 100; null for a client. */
  clients: WireClientFigures[] | null;
}

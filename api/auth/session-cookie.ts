import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import type { ApiConfig } from '../../shared/config/api.js';
import { isPublicHttps } from '../http/public-url.js';

// A cookie with this prefix is accepted only from, and sent only to, this host over https (RFC 6265bis 4.1.3.2).
const NAMES = { https: '__Host-session', http: 'session' } as const;

/** Returns the access token in a request's session cookie, if any. */
export function readSessionCookie(req: Request, config: ApiConfig): string | undefined {
  const header = req.headers.cookie;
  return header === undefined ? undefined : parseCookie(header)[nameFor(req, config)];
}

/** Whether the browser has a session, valid or not: only for decisions that affect nobody's rights. */
export function hasSessionCookie({ headers }: Request): boolean {
  const cookies = parseCookie(headers.cookie ?? '');
  return Object.values(NAMES).some((name) => cookies[name] !== undefined);
}

/** Gives the browser the token so that no script of any page can read it or send it elsewhere. */
export function setSessionCookie(
  res: Response,
  config: ApiConfig,
  token: string,
  lifetimeSeconds: number,
): void {
  const options = { ...optionsFor(res.req, config), maxAge: lifetimeSeconds * 1_000 };
  res.cookie(nameFor(res.req, config), token, options);
}

/** Has the browser forget the session's cookie: with the attributes it was set with, because browsers ignore others. */
export function clearSessionCookie(res: Response, config: ApiConfig): void {
  res.clearCookie(nameFor(res.req, config), optionsFor(res.req, config));
}

function optionsFor(req: Request, config: ApiConfig): CookieOptions {
  return { httpOnly: true, secure: isHttps(req, config), sameSite: 'strict', path: '/' };
}

function nameFor(req: Request, config: ApiConfig): string {
  return isHttps(req, config) ? NAMES.https : NAMES.http;
}

function isHttps(req: Request, config: ApiConfig): boolean {
  return req.secure || isPublicHttps(config);
}

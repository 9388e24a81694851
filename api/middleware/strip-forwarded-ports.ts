import type { RequestHandler } from 'express';

const WITH_PORT = /^\s*(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)\s*$/;

/**
 * Strips ports and brackets from the addresses in X-Forwarded-For: Azure's gateways write them, and AWS's can be told
 * to. With them an entry is not an address: it would be outside every network that a key is bound to, and the failed
 * sign-ins of all callers would be counted as those of one.
 */
export const stripForwardedPorts: RequestHandler = (req, _res, next) => {
  const heard = req.headers['x-forwarded-for'];
  if (typeof heard === 'string') req.headers['x-forwarded-for'] = heard.split(',').map(plain).join(',');
  next();
};

function plain(entry: string): string {
  const [, inBrackets, beforePort] = WITH_PORT.exec(entry) ?? [];
  return inBrackets ?? beforePort ?? entry;
}

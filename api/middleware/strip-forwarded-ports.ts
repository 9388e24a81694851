import type { RequestHandler } from 'express';

const WITH_PORT = /^\s*(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)\s*$/;

/**
 * Takes ports and brackets off the addresses that proxies pass on: gateways of Azure write them, and those of AWS can
 * be told to. With them they would be no addresses: outside of every network that a key is bound to, and all one caller
 * whose failed sign-ins are counted together.
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

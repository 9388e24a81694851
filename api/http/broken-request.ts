import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { CORRELATION_HEADER, chooseCorrelationId } from '../../shared/correlation-id.js';
import { docUrl } from '../../shared/doc-url.js';
import { responseHeaders } from '../../shared/response-headers.js';
import type { ApiDeps } from '../deps.js';
import type { ErrorKind } from '../errors/catalogue.js';

export type BrokenRequestDeps = Pick<ApiDeps, 'logger'> & { config: Pick<ApiDeps['config'], 'publicUrl'> };

interface Refusal {
  httpStatus: number;
  message: string;
  /** `malformed_request` if absent. */
  status?: ErrorKind;
  headers?: readonly string[];
}

const MALFORMED: Refusal = { httpStatus: 400, message: 'This is not a well-formed HTTP/1.1 request.' };

const CONNECT: Refusal = {
  httpStatus: 405,
  status: 'method_not_allowed',
  message: 'CONNECT is not supported: this service is not a proxy.',
  // What its addresses support, taken together: the target of a CONNECT is none of them.
  headers: ['Allow: GET, HEAD, POST, PUT, PATCH, DELETE'],
};

/** By Node's error code; any other is a malformed request. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { httpStatus: 431, message: 'The headers are larger than 16 KiB.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    httpStatus: 408,
    message:
      'The request took too long to arrive: the limit is 10 s for the headers and 20 s for the whole request.',
  },
};

/** Without HSTS: a request this broken may not even have come over https. */
const HEADERS = [...responseHeaders({ hsts: false })].map(([name, value]) => `${name}: ${value}`);

/** Answers bytes that never became a request, in the common error format, logs it, and closes the connection. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  deps: BrokenRequestDeps,
): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED;
  // The code of Node's parser; the bytes sent are the caller's.
  refuse(socket, refusal, { correlationId: chooseCorrelationId(undefined), code: error.code }, deps);
}

/** Answers a CONNECT, for which Node hands over the bare connection, in the same way. */
export function answerConnect({ headers }: IncomingMessage, socket: Duplex, deps: BrokenRequestDeps): void {
  const correlationId = chooseCorrelationId(headers[CORRELATION_HEADER.toLowerCase()]?.toString());
  refuse(socket, CONNECT, { correlationId, code: 'CONNECT' }, deps);
}

function refuse(
  socket: Duplex,
  { httpStatus, message, status = 'malformed_request', headers = [] }: Refusal,
  { correlationId, code }: { correlationId: string; code: string | undefined },
  { logger, config }: BrokenRequestDeps,
): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  logger.info({ correlation_id: correlationId, status: httpStatus, code }, 'broken request');
  const body = JSON.stringify({
    status,
    message,
    correlation_id: correlationId,
    doc_url: docUrl(config.publicUrl, status),
  });
  const head = [
    `HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...HEADERS,
    ...headers,
    `${CORRELATION_HEADER}: ${correlationId}`,
    'Connection: close',
  ].join('\r\n');
  // A caller that stops reading must not keep the socket: it is destroyed as soon as the answer is sent.
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy());
}

import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https, { type RequestOptions } from 'node:https';

/** The status of a receiver that goes on in another protocol: no other follows. */
export const SWITCHED = 101;
/** The code of the error with which a request then ends. */
export const SWITCHED_CODE = 'SWITCHED_PROTOCOLS';

/**
 * Node's requests, for axios, but ended by a 101: nobody asked for another protocol. Node would close the connection
 * without a word, and the attempt would wait until its time is over.
 */
export const finalAnswers = {
  request(options: RequestOptions, onAnswer: (answer: IncomingMessage) => void): ClientRequest {
    const { request: open } = options.protocol === 'https:' ? https : http;
    const request = open(options, onAnswer);
    request.once('upgrade', (_answer, socket) => {
      socket.destroy();
      const error = new Error('The receiver switched to another protocol');
      request.emit('error', Object.assign(error, { code: SWITCHED_CODE }));
    });
    return request;
  },
};

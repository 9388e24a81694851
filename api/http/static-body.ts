import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { matchesEtag } from './etag.js';

type Encoding = 'br' | 'gzip';

const COMPRESS: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  // Each body is compressed once, so it may take a while; the best level would take seconds for a large one.
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
};

// Anything smaller fits into the first packet as it is.
const WORTH_IT_BYTES = 1_024;

/**
 * A body that is the same for everyone, such as a documentation page: compressed on first request, and revalidated by
 * its tag. Nothing else is compressed, because the length of a compressed answer that mixes a secret with
 * attacker-chosen text reveals the secret (BREACH).
 */
export class StaticBody {
  readonly #body: Buffer;
  readonly #tag: string;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(
    private readonly contentType: string,
    text: string | Buffer,
  ) {
    this.#body = Buffer.from(text);
    // Weak, because it is the same in every encoding.
    this.#tag = `W/"${createHash('sha256').update(this.#body).digest('base64url').slice(0, 22)}"`;
  }

  /** The body as text. */
  get text(): string {
    return this.#body.toString();
  }

  /** Sends the body in the caller's preferred encoding, or 304 if the caller has it already. */
  async send(req: Request, res: Response): Promise<void> {
    res.vary('Accept-Encoding');
    res.set({ 'Content-Type': this.contentType, ETag: this.#tag, 'Cache-Control': 'no-cache' });
    if (matchesEtag(req.headers['if-none-match'], this.#tag)) {
      res.status(304).end();
      return;
    }
    const encoding = this.#encodingFor(req);
    const body = encoding === undefined ? this.#body : await this.#encode(encoding);
    if (encoding !== undefined) res.set('Content-Encoding', encoding);
    res.send(body);
  }

  #encodingFor(req: Request): Encoding | undefined {
    if (this.#body.length < WORTH_IT_BYTES) return undefined;
    return (['br', 'gzip'] as const).find((encoding) => req.acceptsEncodings(encoding) !== false);
  }

  #encode(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding);
    if (known !== undefined) return known;
    const compressing = COMPRESS[encoding](this.#body);
    this.#compressed.set(encoding, compressing);
    return compressing;
  }
}

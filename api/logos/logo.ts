import type { Request, RequestHandler, Response } from 'express';
import type { Database } from '../../shared/db/database.js';
import { ofClient } from '../../shared/db/scope.js';
import type { WireLogo } from '../../shared/wire/logo.js';
import { requestedClientId } from '../admin/requested-ids.js';
import { type ApiDeps, forStaff } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { auditActor, liveClientIdOf } from '../http/context.js';
import { matchesEtag } from '../http/etag.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { removeLogo, setLogo } from './change-logo.js';
import { loadLogo } from './load-logo.js';
import { receivePicture } from './receive-picture.js';

/** Whose logo a request is about, and the database scope in which it is read. */
type Owner = (req: Request, res: Response) => { clientId: string; db: Database };

interface LogoHandlers {
  get: RequestHandler;
  put: RequestHandler;
  remove: RequestHandler;
}

/** The operations for a client's own people, the same in either mode: the logo belongs to the organisation. */
export function ownLogo({ db }: Pick<ApiDeps, 'db'>): LogoHandlers {
  return logoOf((_req, res) => {
    const clientId = liveClientIdOf(res);
    return { clientId, db: db.scoped(ofClient(clientId)) };
  });
}

/** The operations for staff on the logo of the client in the path. */
export function logoOfClient(deps: ApiDeps): LogoHandlers {
  const { db } = forStaff(deps);
  return logoOf((req) => ({ clientId: requestedClientId(req), db }));
}

function logoOf(owner: Owner): LogoHandlers {
  return {
    get: async (req, res) => {
      const { clientId, db } = owner(req, res);
      const logo = await loadLogo(db, clientId);
      if (logo === undefined) throw notFound();
      const etag = `"${logo.digest.toString('base64url')}"`;
      res.set({ ETag: etag, 'Cache-Control': 'private, no-cache' });
      if (matchesEtag(req.get('If-None-Match'), etag)) res.status(304).end();
      else res.type(logo.mediaType).send(logo.picture);
    },
    put: async (req, res) => {
      const logo = await receivePicture(req, res);
      const { clientId, db } = owner(req, res);
      await db.transaction((sql) => setLogo(sql, clientId, logo, auditActor(req, res)));
      const { mediaType, width, height, picture } = logo;
      res.json({ media_type: mediaType, width, height, bytes: picture.length } satisfies WireLogo);
    },
    remove: async (req, res) => {
      validateRequest(NoFields, req);
      const { clientId, db } = owner(req, res);
      await db.transaction((sql) => removeLogo(sql, clientId, auditActor(req, res)));
      res.status(204).end();
    },
  };
}

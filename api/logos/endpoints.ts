import type { Act } from '../../shared/domain/access.js';
import { LOGO_MEDIA_TYPES, MAX_LOGO_BYTES, MAX_LOGO_SIDE, type WireLogo } from '../../shared/wire/logo.js';
import { type Endpoint, featureWith } from '../http/endpoint.js';
import {
  type BodyDescription,
  json,
  type OperationDescription,
  type Parameters,
} from '../openapi/describe.js';
import { EMPTY_BODY } from '../openapi/dto-schema.js';
import { file, id, integer, named, object, oneOfWords, text } from '../openapi/schemas.js';
import { logoOfClient, ownLogo } from './logo.js';

const EXAMPLE: WireLogo = { media_type: 'image/png', width: 600, height: 160, bytes: 18_211 };

const PICTURE: BodyDescription = {
  mediaType: LOGO_MEDIA_TYPES,
  schema: {
    type: 'string',
    // No maxLength, which counts characters: client generators turn this schema into a file, which has none.
    format: 'binary',
    description: `A PNG or JPEG image of up to ${MAX_LOGO_BYTES / 1024} KiB and ${MAX_LOGO_SIDE} pixels per side; PNG with up to 8 bits per channel, not interlaced; JPEG in RGB or greyscale.`,
  },
  examples: {},
};

const IF_NONE_MATCH: Parameters = {
  'If-None-Match': {
    description: 'The `ETag` of the image you have: 304 if it is still current.',
    schema: text(500),
  },
};

type Parts = Record<'own' | 'ofClient', ReturnType<typeof ownLogo>>;

/** The three endpoints of a logo, once for a client's own people and once for staff. */
function logoEndpoints(
  place: Pick<Endpoint, 'path' | 'inPath' | 'belowClient'>,
  { of, read, manage, whose }: { of: keyof Parts; read: Act; manage: Act; whose: string },
): Endpoint<Parts>[] {
  const name = (verb: string): Pick<OperationDescription, 'operationId'> => ({
    operationId: of === 'own' ? `${verb}Logo` : `${verb}LogoOfClient`,
  });
  return [
    {
      ...place,
      ...name('get'),
      method: 'get',
      summary: `Read the logo of ${whose}`,
      description: 'As it was uploaded; a 404 if there is none.',
      access: { act: read },
      headers: IF_NONE_MATCH,
      responses: {
        200: {
          description: 'The picture.',
          headers: ['ETag'],
          content: Object.fromEntries(LOGO_MEDIA_TYPES.map((type) => [type, { schema: file(type) }])),
        },
        304: { description: 'Unchanged since `If-None-Match`.', headers: ['ETag'] },
      },
      errors: ['not_found'],
      handle: (parts) => parts[of].get,
    },
    {
      ...place,
      ...name('set'),
      method: 'put',
      summary: `Set the logo of ${whose}`,
      description:
        'From now on it appears at the top of PDF reports and of reports in the portal, including test mode. Its type is detected from its bytes: anything except a complete image is `invalid_picture`.',
      access: { act: manage },
      body: PICTURE,
      responses: { 200: { description: 'Taken.', content: json(named('Logo'), { logo: EXAMPLE }) } },
      handle: (parts) => parts[of].put,
    },
    {
      ...place,
      ...name('remove'),
      method: 'delete',
      summary: `Remove the logo of ${whose}`,
      description: 'Removing it again is not an error.',
      access: { act: manage },
      body: EMPTY_BODY,
      responses: { 204: { description: 'There is no logo now.' } },
      handle: (parts) => parts[of].remove,
    },
  ];
}

/** The picture at the head of a client's reports (contract 10). */
export const logoFeature = featureWith<Parts>(
  (deps) => ({ own: ownLogo(deps), ofClient: logoOfClient(deps) }),
  {
    tag: {
      name: 'Logo',
      description: 'The image at the top of a client’s reports.',
    },
    schemas: {
      Logo: object<WireLogo>({
        media_type: oneOfWords(LOGO_MEDIA_TYPES),
        width: integer(1, MAX_LOGO_SIDE),
        height: integer(1, MAX_LOGO_SIDE),
        bytes: integer(1, MAX_LOGO_BYTES),
      }),
    },
    endpoints: [
      ...logoEndpoints(
        { path: '/api/v1/logo' },
        { of: 'own', read: 'read_logo', manage: 'manage_logo', whose: 'the client' },
      ),
      ...logoEndpoints(
        {
          path: '/api/v1/admin/clients/:id/logo',
          inPath: { id: { description: 'The `client_id`.', schema: id('client') } },
          belowClient: true,
        },
        { of: 'ofClient', read: 'read_clients', manage: 'manage_clients', whose: 'a client' },
      ),
    ],
  },
);

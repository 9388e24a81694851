import { asStaff } from '../deps.js';
import { feature } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { named } from '../openapi/schemas.js';
import { getQueue } from './get-queue.js';
import { EXAMPLE_QUEUE, QUEUE_SCHEMAS } from './schemas.js';

/** What support sees of the processing; the review desk is in api/reviews. */
export const supportFeature = feature({
  tag: { name: 'Queue', description: 'For support: whether work is flowing.' },
  schemas: QUEUE_SCHEMAS,
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/support/queue',
      operationId: 'getQueue',
      summary: 'Read the figures of the queue, the circuits and the backlog',
      access: { act: 'read_queue' },
      responses: {
        200: { description: 'Current figures.', content: json(named('Queue'), { queue: EXAMPLE_QUEUE }) },
      },
      handle: asStaff(getQueue),
    },
  ],
});

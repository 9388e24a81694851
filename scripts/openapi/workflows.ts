/**
 * The part of an Arazzo 1.0 document that we write: what a caller does, step by step, in terms of the API description.
 */
export interface Workflows {
  arazzo: '1.0.1';
  info: { title: string; version: string; summary: string };
  sourceDescriptions: { name: string; url: string; type: 'openapi' }[];
  workflows: Workflow[];
}

export interface Workflow {
  workflowId: string;
  summary: string;
  inputs: {
    type: 'object';
    properties: Record<string, { type: 'string'; default?: string }>;
    required: string[];
  };
  steps: Step[];
  outputs: Record<string, string>;
}

export interface Step {
  stepId: string;
  description: string;
  operationId: string;
  parameters?: { name: string; in: 'header' | 'path' | 'query'; value: string }[];
  requestBody?: { contentType: 'application/json'; payload: object };
  successCriteria: { condition: string }[];
  outputs?: Record<string, string>;
}

const BEARER = {
  name: 'Authorization',
  in: 'header',
  value: 'Bearer {$steps.signIn.outputs.token}',
} as const;

const ACCOUNT = {
  email: { type: 'string', default: 'client@example.test' },
  password: { type: 'string', default: 'demo-password-1' },
} as const;

const SIGN_IN: Step = {
  stepId: 'signIn',
  description: 'Sign in with e-mail and password; a program uses an API key instead.',
  operationId: 'logIn',
  requestBody: {
    contentType: 'application/json',
    payload: { email: '$inputs.email', password: '$inputs.password' },
  },
  successCriteria: [{ condition: '$statusCode == 200' }],
  outputs: { token: '$response.body#/access_token' },
};

function submit(stepId: string, description: string, status: number, condition: string): Step {
  return {
    stepId,
    description,
    operationId: 'createVerification',
    parameters: [
      BEARER,
      { name: 'Idempotency-Key', in: 'header', value: '$inputs.key' },
      { name: 'Prefer', in: 'header', value: 'wait=20' },
    ],
    requestBody: {
      contentType: 'application/json',
      payload: {
        service_code: 'said_verification',
        subject: '0001010000071',
        purpose: 'Tenant screening, lease 17',
        authority_confirmed: true,
        charge_approved: true,
      },
    },
    successCriteria: [{ condition: `$statusCode == ${status}` }, { condition }],
    outputs: { requestId: '$response.body#/request_id' },
  };
}

function read(
  stepId: string,
  description: string,
  operationId: string,
  outputs: Record<string, string> = {},
): Step {
  return {
    stepId,
    description,
    operationId,
    parameters: [BEARER],
    successCriteria: [{ condition: '$statusCode == 200' }],
    ...(Object.keys(outputs).length > 0 && { outputs }),
  };
}

const FIRST_SESSION: Workflow = {
  workflowId: 'firstSession',
  summary: 'Sign in, submit a check, send it again without paying again, read the report and the wallet.',
  inputs: {
    type: 'object',
    properties: { ...ACCOUNT, key: { type: 'string' } },
    required: ['email', 'password', 'key'],
  },
  steps: [
    SIGN_IN,
    read('seeServices', 'The available services and their prices.', 'listServices'),
    submit(
      'submit',
      'Submit a check with an idempotency key of your own.',
      201,
      "$response.body#/status == 'completed'",
    ),
    submit(
      'sendAgain',
      'Send it again: the same request is returned, and nothing more is charged.',
      200,
      '$response.body#/idempotent_replay == true',
    ),
    {
      ...read('readReport', 'Read the facts, the consent and the billing.', 'getVerification', {
        outcome: '$response.body#/result/outcome',
      }),
      parameters: [BEARER, { name: 'id', in: 'path', value: '$steps.submit.outputs.requestId' }],
    },
    read('readWallet', 'Read the wallet after the charge.', 'getWallet', {
      available: '$response.body#/available',
    }),
  ],
  outputs: { requestId: '$steps.submit.outputs.requestId', outcome: '$steps.readReport.outputs.outcome' },
};

const BE_TOLD: Workflow = {
  workflowId: 'beTold',
  summary: 'Register a webhook, send it a test event, check its delivery, and read the feed.',
  inputs: {
    type: 'object',
    properties: { ...ACCOUNT, url: { type: 'string' } },
    required: ['email', 'password', 'url'],
  },
  steps: [
    SIGN_IN,
    {
      stepId: 'register',
      description: 'The secret is shown only once.',
      operationId: 'createWebhook',
      parameters: [BEARER],
      requestBody: {
        contentType: 'application/json',
        payload: { url: '$inputs.url', events: ['verification.completed', 'verification.manual_review'] },
      },
      successCriteria: [{ condition: '$statusCode == 201' }],
      outputs: { webhookId: '$response.body#/webhook_id', secret: '$response.body#/secret' },
    },
    onWebhook('sendTest', 'Send a webhook.test event.', 'testWebhook', 202),
    onWebhook('seeDeliveries', 'Every attempt, with its error if any.', 'listDeliveries', 200),
    read('readFeed', 'The events you missed, oldest first.', 'listEvents', {
      cursor: '$response.body#/next_cursor',
    }),
    onWebhook('remove', 'Nothing more is sent to it.', 'deleteWebhook', 204),
  ],
  outputs: { secret: '$steps.register.outputs.secret', cursor: '$steps.readFeed.outputs.cursor' },
};

function onWebhook(stepId: string, description: string, operationId: string, status: number): Step {
  return {
    stepId,
    description,
    operationId,
    parameters: [BEARER, { name: 'id', in: 'path', value: '$steps.register.outputs.webhookId' }],
    successCriteria: [{ condition: `$statusCode == ${status}` }],
  };
}

/** The first session and the guides as workflows, for tools that run or read them. */
export const WORKFLOWS: Workflows = {
  arazzo: '1.0.1',
  info: {
    title: 'Verification service: first steps',
    version: '1.0.0',
    summary: 'The steps of the quickstart and the webhook guide, as workflows.',
  },
  sourceDescriptions: [{ name: 'api', url: 'openapi.json', type: 'openapi' }],
  workflows: [FIRST_SESSION, BE_TOLD],
};

/** Plain data as YAML: objects and lists in block style, every text in double quotes. */
export function toYaml(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}\n`;
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item) => ['-', item])
    : Object.entries(value).map(([name, item]) => [`${name}:`, item]);
  if (entries.length === 0) return Array.isArray(value) ? ' []\n' : ' {}\n';
  const lines = entries.map(([mark, item]) => `${indent}${mark}${toYaml(item, `${indent}  `)}`);
  return `${indent === '' ? '' : '\n'}${lines.join('')}`;
}

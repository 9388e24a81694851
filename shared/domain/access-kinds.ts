/** What can be accessed (contract 11): a case is support's view of a review, the others are what their names say. */
export const ACCESS_ACTS = ['report', 'pdf', 'photo', 'csv', 'case', 'reveal', 'export'] as const;
export type AccessAct = (typeof ACCESS_ACTS)[number];

/** Who can access it. Staff are users without a client; a command on the server counts as the system. */
export const ACCESS_ACTORS = ['user', 'api_key', 'staff', 'system'] as const;
export type AccessActor = (typeof ACCESS_ACTORS)[number];

/** The channel of an access. */
export const ACCESS_CHANNELS = ['api', 'portal', 'command'] as const;
export type AccessChannel = (typeof ACCESS_CHANNELS)[number];

/** What can be opened (contract 11): a case is what support sees of a review, the others are what their names say. */
export const ACCESS_ACTS = ['report', 'pdf', 'photo', 'csv', 'case', 'reveal', 'export'] as const;
export type AccessAct = (typeof ACCESS_ACTS)[number];

/** Who can open it. Staff are users of no client; a command on the server is run by the system. */
export const ACCESS_ACTORS = ['user', 'api_key', 'staff', 'system'] as const;
export type AccessActor = (typeof ACCESS_ACTORS)[number];

/** How it can be opened. */
export const ACCESS_CHANNELS = ['api', 'portal', 'command'] as const;
export type AccessChannel = (typeof ACCESS_CHANNELS)[number];

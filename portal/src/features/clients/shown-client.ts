import type { WireClient } from '../../../../shared/wire/admin.js';

/** A client as an API of this release shows it, or one of the previous release, which does not report the figures. */
export type ShownClient = Omit<WireClient, 'figures'> & Partial<Pick<WireClient, 'figures'>>;

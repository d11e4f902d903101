// Limits of the lists of drafts, apart from the schemas: the web app imports them.

/** Most rows left out that are kept with a list. */
export const MAX_LEFT_OUT_ROWS = 1000

/** Most accounts of one `checkAccounts`. */
export const MAX_CHECKED_ACCOUNTS = 500

/** Most holders of one `getHolderSnapshot`: those that a list can have. */
export const MAX_SNAPSHOT_HOLDERS = 100_000

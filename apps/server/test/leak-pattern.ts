/**
 * Matches stacks, local paths, SQL and engine messages, which no response may contain.
 */
export const leakPattern =
  /\bat .+:\d+:\d+|\.ts\b|node_modules|\/(tmp|home|root|usr)\/|\b(select|insert|update|delete)\s.+\s(from|into|set)\b|kysely|postgres|pglite|syntax error|viem|plm_/i

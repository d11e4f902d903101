import { Problem } from '@platemark/api/problem'

/** Returns whether a change was made to another version of a draft or page than the present one. */
export function isOtherVersion(
  { updated_at }: { updated_at: Date },
  ifUpdatedAt: string | undefined,
): boolean {
  return ifUpdatedAt !== undefined && Date.parse(ifUpdatedAt) !== updated_at.getTime()
}

/**
 * Refuses such a change with the present version as data, so that two devices do not
 * overwrite each other. Throws `changed_elsewhere`; call it outside a transaction, which
 * holds the only connection of the embedded database.
 */
export async function refuseChangedElsewhere(
  readPresent: () => Promise<unknown>,
): Promise<never> {
  throw new Problem('changed_elsewhere', undefined, { data: await readPresent() })
}

import type { Token } from '@platemark/api/collection-reads'

/**
 * Returns those of a mint's tokens that a list is too old for: all or none of them, as one block
 * made them all, of which a page of the list may show a few only.
 */
export function listNewIds(
  minted: readonly string[],
  listed: readonly Pick<Token, 'token_id'>[],
): readonly string[] {
  const known = new Set(listed.map(({ token_id }) => token_id))
  return minted.some((id) => known.has(id)) ? [] : minted
}

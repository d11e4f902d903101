import type { OwnToken } from '@platemark/api/collection-reads'

type Place = Pick<OwnToken, 'chain_alias' | 'contract_address'>

/** Consecutive tokens of a list: several of one collection, or single ones of several. */
export type TokenGroup<Token extends Place = OwnToken> = {
  isOfOne: boolean
  tokens: Token[]
}

/** Splits a list, which is in the order of collections, into groups in the same order. */
export function groupTokens<Token extends Place>(tokens: Token[]): TokenGroup<Token>[] {
  const groups: TokenGroup<Token>[] = []
  for (const token of tokens) {
    const last = groups.at(-1)
    const before = last?.tokens.at(-1)
    if (!last || !before || !isSameCollection(token, before)) {
      if (last && !last.isOfOne) last.tokens.push(token)
      else groups.push({ isOfOne: false, tokens: [token] })
    } else if (last.isOfOne) {
      last.tokens.push(token)
    } else {
      last.tokens.pop()
      if (last.tokens.length === 0) groups.pop()
      groups.push({ isOfOne: true, tokens: [before, token] })
    }
  }
  return groups
}

function isSameCollection(one: Place, other: Place): boolean {
  return (
    one.contract_address === other.contract_address &&
    one.chain_alias === other.chain_alias
  )
}

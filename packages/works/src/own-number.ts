/** Numbers behind a number sign, or at the end of a name. */
const NUMBER = /#\s*(\d+)|(\d+)\s*$/g

/** Returns whether a name holds the id of its token as its number: `Moon #12` of token 12. */
export function hasOwnNumber(name: string, tokenId: string): boolean {
  return [...name.matchAll(NUMBER)].some(
    ([, marked, last]) => Number(marked ?? last) === Number(tokenId),
  )
}

/** Longest proposed symbol; the contract allows 12. */
const MAX_PROPOSED = 6

/** Proposes a symbol from a name: `MOONS` for Paper Moons; empty if no letter fits. */
export function proposeSymbol(name: string): string {
  const words = plain(name)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
  const last = words.filter(Boolean).at(-1) ?? ''
  return last.slice(0, MAX_PROPOSED)
}

/** Proposes a page address from a name: `paper-moons`; empty if too short. */
export function proposeAlias(name: string): string {
  const alias = plain(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return alias.length < 3 || alias.startsWith('0x') ? '' : alias
}

/** Writes letters with accents without them. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}

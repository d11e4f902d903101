/** An ink on light paper and on dark. */
export type Ink = { light: string; dark: string }

/** Inks of emblems, postmarks and medals. */
export const engravingInks = {
  rust: { light: '#8c3b1f', dark: '#e39a78' },
  teal: { light: '#1d6a72', dark: '#74c5cc' },
  violet: { light: '#5b4b8a', dark: '#b9aaec' },
  ochre: { light: '#7d5c0a', dark: '#dcb95f' },
  navy: { light: '#1d3a6b', dark: '#9cb8f0' },
  bronze: { light: '#8a4a1f', dark: '#d9986a' },
  silver: { light: '#56646b', dark: '#b7c3c8' },
  gold: { light: '#866300', dark: '#e2bd54' },
  /** Outlines of medals that are locked. */
  blind: { light: '#83888a', dark: '#6b7471' },
} as const satisfies Record<string, Ink>

export type EngravingInk = keyof typeof engravingInks

/** Paper of a card in both themes. */
export const cardPaper: Ink = { light: '#ffffff', dark: '#141817' }

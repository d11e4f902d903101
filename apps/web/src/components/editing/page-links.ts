/** The links of a collection in the order of a form. */
export const linkNames = ['website', 'farcaster', 'x', 'discord', 'instagram'] as const
export type LinkName = (typeof linkNames)[number]

export const linkLabels: Record<LinkName, string> = {
  website: 'Website',
  farcaster: 'Farcaster',
  x: 'X',
  discord: 'Discord',
  instagram: 'Instagram',
}

/** Attributes of an input for the address of a link. */
export const linkInput = {
  placeholder: 'https://',
  inputMode: 'url',
  autoCapitalize: 'none',
  autoComplete: 'off',
  spellCheck: false,
} as const

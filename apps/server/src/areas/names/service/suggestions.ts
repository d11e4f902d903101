import { isLabel, type ReadLabel } from '@platemark/rules/name-label'

const MAX_LENGTH = 31

/**
 * Lists names to offer instead of an input, the best first; they may be registered. Without a text
 * to begin with there are none.
 */
export function listCandidates(input: string, suffix: string, read: ReadLabel): string[] {
  const base = findBase(input, suffix, read)
  if (base === null) return []
  const { text, isItself } = base
  const candidates = [
    ...(isItself ? [text] : []),
    text.replaceAll('-', ''),
    ...['hq', 'nft', 'art', 'xyz'].map((end) => text + end),
    `the${text}`,
    `its${text}`,
    ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${text}-${number}`),
  ].map((candidate) => candidate.slice(0, MAX_LENGTH))
  return [...new Set(candidates)].filter(
    (candidate) => isLabel(candidate) && candidate !== read.name,
  )
}

/** Returns the text that candidates are made of, and whether it is one of them itself. */
function findBase(
  input: string,
  suffix: string,
  { name, refused }: ReadLabel,
): { text: string; isItself: boolean } | null {
  if (!refused) return name === null ? null : { text: name, isItself: false }
  if (refused.reason === 'too_short' && name) return { text: name, isItself: false }
  if (refused.reason !== 'bad_character') return null
  const plain = input.normalize('NFKC').toLowerCase()
  const end = `.${suffix}`
  const label = plain.endsWith(end) ? plain.slice(0, -end.length) : plain
  const text = label.replaceAll(/[^a-z0-9-]/g, '').replaceAll(/^-+|-+$/g, '')
  return text === '' ? null : { text, isItself: true }
}

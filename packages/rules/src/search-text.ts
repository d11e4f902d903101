/** The most characters of a search, and of a link pasted as one. */
export const MAX_SEARCH_CHARACTERS = 64
const MAX_SEARCH_LINK = 400

/**
 * Returns a search as a person meant to type it: NFKC, so that full-width letters are letters,
 * without characters that show nothing, and with single blanks between words. What is compared
 * with names is `foldSearchText` of `@platemark/rules/search-fold`.
 */
export function tidySearchText(text: string): string {
  return text
    .replace(/[´`‘’‚‛ʼ′＇]/g, "'")
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns why a text is no search; undefined: it is one. Links may be longer than words. */
export function findSearchProblem(text: string): string | undefined {
  const { length } = [...tidySearchText(text)]
  const isLong =
    length > MAX_SEARCH_CHARACTERS && !(text.includes('/') || /0x/i.test(text))
  if (/(?!\s)[\p{Cc}\p{Cs}]/u.test(text))
    return 'Search for text without control characters.'
  if (length < 2) return 'Search for at least 2 characters.'
  if (isLong) return `Search for at most ${MAX_SEARCH_CHARACTERS} characters.`
  return text.length > MAX_SEARCH_LINK
    ? 'This link is too long to search for.'
    : undefined
}

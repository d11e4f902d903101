/** Letters that Unicode does not decompose, and what people type for them. */
const letters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h' },
  ...{ ı: 'i', ς: 'σ' },
}

/** Accents, vowel points of Hebrew and Arabic, and marks around letters. */
const MARKS =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/g
const INVISIBLE =
  /[\u180b-\u180f\ufe00-\ufe0f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]/gu

/**
 * Returns the form of a name or search in which two are compared: without letter case, accents,
 * vowel points, quotation marks and invisible characters, and with plain hyphens and blanks. The
 * same as the SQL function `fold_search_text`, which the search index is made with; a test
 * compares the two.
 */
export function foldSearchText(text: string): string {
  return text
    .replace(/[´`‘’‚‛ʼ′'"“”„‟″«»＇＂]/g, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþħıς]/g, (letter) => letters[letter] ?? letter)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .normalize('NFC')
    .replace(/[\t\n\v\f\r \u0085\u1680\u2028\u2029]+/g, ' ')
    .trim()
}

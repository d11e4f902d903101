/** A text of a page, with its offset in the source. */
type MarkupText = { start: number; text: string }

/** Elements inside a sentence: their tags do not end it. */
const inline = /^\/?(a|abbr|b|code|em|i|kbd|small|span|strong|sub|sup)$/

const unread = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(script|style|pre)\b[\s\S]*?<\/\1>/gi

/** Lists the texts of HTML that a person can read: elements, spoken attributes and the description. */
export function listMarkup(source: string): MarkupText[] {
  // Blanks of the same length keep the offsets.
  const shown = source.replace(unread, (part) => ' '.repeat(part.length))
  const found: MarkupText[] = []
  let start = 0
  let text = ''
  const flush = () => {
    add(found, start, text)
    text = ''
  }
  for (const { 0: token, index } of shown.matchAll(/<[^<>]*>|[^<]+|</g)) {
    const name = /^<(\/?[a-z][\w-]*)/i.exec(token)?.[1]?.toLowerCase()
    if (name === undefined) {
      if (text.trim() === '') start = index + token.length - token.trimStart().length
      text += token
      continue
    }
    if (!inline.test(name)) flush()
    for (const [, value = ''] of token.matchAll(spokenAttribute)) add(found, index, value)
    if (name === 'meta' && /\sname="description"/.test(token))
      add(found, index, /\scontent="([^"]*)"/.exec(token)?.[1] ?? '')
  }
  flush()
  return found
}

const spokenAttribute = /\s(?:alt|title|placeholder|aria-label)="([^"]*)"/g

function add(found: MarkupText[], start: number, text: string): void {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (/[a-z]{2}/i.test(plain.replace(/\{[^}]*\}/g, '')))
    found.push({ start, text: plain })
}

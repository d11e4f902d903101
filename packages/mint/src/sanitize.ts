/** A name or title that a stranger wrote, fit for one line: 60 characters, none of them unseen. */
export function sanitize(text: string): string {
  const seen = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ').trim()
  return [...seen].slice(0, 60).join('')
}

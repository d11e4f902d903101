/** Makes an untrusted name or title fit one line: 60 characters, no control characters. */
export function sanitize(text: string): string {
  const seen = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ').trim()
  return [...seen].slice(0, 60).join('')
}

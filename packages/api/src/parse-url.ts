/**
 * Returns the URL of a text, relative to `base`; undefined for a text that is none. It is
 * `URL.parse`, which Safari below 18 and Chrome below 126 lack.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

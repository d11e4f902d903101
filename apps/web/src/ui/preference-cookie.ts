const YEAR_SECONDS = 31_536_000

/**
 * Stores a preference of this browser in a cookie, so that the first paint applies it;
 * null removes it. Where cookies are forbidden it lasts as long as the page.
 */
export function storePreference(name: string, value: string | null): void {
  const age = value === null ? 0 : YEAR_SECONDS
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the inline script reads it synchronously.
    document.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax`
  } catch {
    // The document has no cookies at all.
  }
}

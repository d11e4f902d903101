import type { Facts } from './facts.ts'

/**
 * Shares the collection's URL with the sharer as referrer. Resolves to a notice, or null;
 * rejects when sharing failed.
 */
export async function shareCollection(
  { name, site }: Facts,
  account: string,
): Promise<string | null> {
  const url = new URL(site?.page ?? location.href)
  if (site) url.searchParams.set('ref', account)
  try {
    if ('share' in navigator) {
      await navigator.share({ title: name, url: url.href })
      return null
    }
    // Safe: TypeScript takes `share` for granted; desktop browsers do not have it.
    await (navigator as Navigator).clipboard.writeText(url.href)
    return site
      ? 'Link copied. You earn 20% of the mint fee when someone mints with it.'
      : 'Link copied.'
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
}

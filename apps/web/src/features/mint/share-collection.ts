import type { Collection } from '@platemark/api/collections'
import { isSameAddress } from '@platemark/rules/addresses'
import { toast } from '../../ui/toast.ts'

/** Shares the page's URL with the sharer as referrer. */
export async function shareCollection(
  { name, creator, mint_fee_wei }: Collection,
  sharer: string,
): Promise<void> {
  const url = new URL(location.pathname, location.origin)
  url.searchParams.set('ref', sharer)
  try {
    if ('share' in navigator) {
      await navigator.share({ title: name, url: url.href })
      return
    }
    // Safe: TypeScript takes `share` for granted; desktop browsers do not have it.
    await (navigator as Navigator).clipboard.writeText(url.href)
    const isCreator = isSameAddress(creator.address, sharer)
    const text = 'You get 20% of the mint fee of those who come by it.'
    const isThanked = !isCreator && mint_fee_wei !== '0'
    toast('success', 'Link copied.', isThanked ? { text } : {})
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast('error', 'The link could not be shared.')
  }
}

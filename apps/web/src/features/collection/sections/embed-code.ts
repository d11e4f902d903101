import type { Collection } from '@platemark/api/collections'

type EmbedCodeParts = {
  collection: Pick<Collection, 'chain_alias' | 'contract_address'>
  /** Origin of this site, which serves the script. */
  origin: string
  /** Account that gets the referral share of the mint fee; null: none. */
  referrer: string | null
}

/** Returns the HTML that shows the mint panel of a collection on another page. */
export function embedCode({ collection, origin, referrer }: EmbedCodeParts): string {
  const { chain_alias: chain, contract_address: address } = collection
  const ref = referrer ? ` ref="${referrer}"` : ''
  return [
    `<script type="module" src="${origin}/widget/platemark-mint.js"></script>`,
    `<platemark-mint chain="${chain}" address="${address}"${ref}></platemark-mint>`,
  ].join('\n')
}

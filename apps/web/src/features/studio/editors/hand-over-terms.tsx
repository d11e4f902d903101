import type { Network } from '@platemark/api/config'
import type { Offer } from '@platemark/api/ownership'
import { isSameAddress } from '@platemark/rules/addresses'
import { shortAddress } from '@platemark/rules/amounts'
import { WholeHashes } from '../../../components/whole-hashes.tsx'

type HandOverTermsProps = {
  offer: Offer
  network: Network
  /** The reader is the present owner; else the account that may accept. */
  isOwner: boolean
}

/** List of the rights that move with the ownership of a collection, and of those that stay. */
export function HandOverTerms({ offer, network, isOwner }: HandOverTermsProps) {
  const { royalty_receiver, royalty_bps } = offer
  const royalty = royalty_bps === 0 ? 'none now' : `now ${royalty_bps / 100}%`
  const isRoyaltyMoving = royalty_receiver === 'owner'
  // The heading above is that of the page, or of a part of a section.
  const Title = isOwner ? 'h4' : 'h2'
  return (
    <div className="hand-over-terms">
      <section>
        <Title>What moves</Title>
        <ul>
          <li>
            The contract{' '}
            <code translate="no">{shortAddress(offer.contract_address)}</code> on{' '}
            {network.name}: phases, lists, supply, reveal, pause, and the right to change
            payees.
          </li>
          <li>The page on this site. Co-editors lose their rights.</li>
          {isRoyaltyMoving && <li>Royalties from then on: {royalty}.</li>}
        </ul>
      </section>
      <section>
        <Title>What stays</Title>
        <ul>
          <li>
            <WholeHashes text={describePayees(offer, isOwner)} />
          </li>
          <li>What was earned and not withdrawn belongs to the wallets it is owed to.</li>
          {!isRoyaltyMoving && (
            <li>Royalties, {royalty}: a contract splits them permanently.</li>
          )}
        </ul>
      </section>
    </div>
  )
}

/** Sentence on who gets the income of mints, which the ownership does not change. */
function describePayees(offer: Offer, isOwner: boolean): string {
  const { payees, creator, owner } = offer
  const change = isOwner ? 'The new owner can change this' : 'You can change this'
  if (payees.length === 0) {
    const isOwnIncome = isOwner && isSameAddress(creator, owner.address)
    const account = isOwnIncome ? 'you' : shortAddress(creator)
    return `Mint income: it still goes to ${account}, who created the collection. ${change} by setting payees.`
  }
  const names = payees.map(
    ({ address, bps }) => `${shortAddress(address)} (${bps / 100}%)`,
  )
  return `Payees: mint income still goes to ${names.join(', ')}. ${change}.`
}

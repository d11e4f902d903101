import type { Collection, Commitment } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { isSameAddress } from '@platemark/rules/addresses'
import { formatAmount, formatCount, shortAddress } from '@platemark/rules/amounts'
import { explorerLink } from '@platemark/rules/explorer'
import { openTerms, promises } from '@platemark/rules/promises'
import { formatDuration } from '@platemark/rules/times'
import type { ReactNode } from 'react'
import { collectorHref } from '../../components/creator.tsx'
import { WholeHashes } from '../../components/whole-hashes.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'

/** List of the contract's commitments, each with the block since which it holds. */
export function CommitmentList({
  collection,
  network,
}: {
  collection: Collection
  network: Network
}) {
  return (
    <section className="card commit">
      <h2>Commitments</h2>
      <p className="small muted">Read directly from the contract.</p>
      <ul>
        {collection.commitments.map((commitment) => (
          <li key={commitment.kind} className={commitment.is_promised ? '' : 'open'}>
            {commitment.is_promised ? <Icon name="lock" size={16} /> : <OpenMark />}
            <div>
              <p>
                <b>{titleOf(commitment)}.</b>{' '}
                {describeCommitment(commitment, collection, network)}
              </p>
              <Since commitment={commitment} network={network} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Since({ commitment, network }: { commitment: Commitment; network: Network }) {
  if (!commitment.is_promised || commitment.since_block === null) {
    return <p className="since">not guaranteed</p>
  }
  const text = `since block ${formatCount(BigInt(commitment.since_block))}`
  if (!network.explorer) return <p className="since">{text}</p>
  const url = explorerLink(network.explorer, 'block', commitment.since_block)
  return (
    <p className="since">
      <a className="link" href={url} target="_blank" rel="noopener noreferrer">
        {text}
        <span className="hide"> (opens in a new tab)</span>
      </a>
    </p>
  )
}

/** Dashed ring: not locked. */
function OpenMark() {
  return (
    <svg className="icon" width={16} height={16} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z" />
    </svg>
  )
}

const titles: Record<Commitment['kind'], string> = {
  supply: 'Supply',
  metadata: 'Images and traits',
  royalty: 'Royalty',
  transfers: 'Transfers',
  mint_fee: 'Mint fee',
  notice: 'Notice',
  pausing: 'Pausing',
  owner: 'Owner',
}

/** A notice is what protects live phases; without one, the row states that there is none. */
function titleOf({ kind, is_promised }: Commitment): string {
  return kind === 'notice' && is_promised ? 'Live phases' : titles[kind]
}

/** Returns the sentence that follows the title of a commitment. */
function describeCommitment(
  { kind, is_promised }: Commitment,
  collection: Collection,
  { native_currency: { symbol, decimals } }: Network,
): ReactNode {
  switch (kind) {
    case 'supply':
      return supplyText(collection)
    case 'metadata':
      return is_promised ? (
        <WholeHashes text={frozenText(collection)} />
      ) : (
        openTerms.metadata()
      )
    case 'royalty':
      return royaltyText(collection)
    case 'transfers':
      return collection.is_transferable
        ? promises.transfersAlways()
        : promises.transfersNever()
    case 'mint_fee': {
      const fee = formatAmount(BigInt(collection.mint_fee_wei), { symbol, decimals })
      return promises.mintFee(fee)
    }
    case 'notice':
      return is_promised
        ? promises.noticeWaits(formatDuration(collection.notice_seconds))
        : promises.noticeNone()
    case 'pausing':
      return openTerms.pausing()
    case 'owner':
      return (
        <>
          <Link className="link" href={ownerHref(collection)}>
            {ownerName(collection)}
          </Link>{' '}
          {promises.owner()}
        </>
      )
  }
}

function supplyText({ max_supply, is_cap_frozen }: Collection): string {
  if (max_supply === null)
    return is_cap_frozen ? promises.supplyUncappedFixed() : openTerms.supply()
  const most = formatCount(max_supply)
  return is_cap_frozen ? promises.supplyFixed(most) : promises.supplyCapped(most)
}

function frozenText({ manifest_hash, is_metadata_frozen }: Collection): string {
  if (manifest_hash === null) return promises.metadataAtAddress()
  const hash = shortAddress(manifest_hash)
  return is_metadata_frozen
    ? promises.metadataByHash(hash)
    : promises.metadataRevealed(hash)
}

function royaltyText(collection: Collection): string {
  const { royalty_bps, royalty_ceiling_bps, royalty_split } = collection
  if (royalty_ceiling_bps === 0) return promises.royaltyNone()
  const most = `${royalty_ceiling_bps / 100}%`
  const receiver =
    royalty_split === null ? promises.royaltyToOwner() : promises.royaltyToSplit()
  return `${promises.royaltyAtMost(`${royalty_bps / 100}%`, most)} ${receiver}`
}

/** An owner who is not the creator has made other work, or none, on an account not known here. */
function ownerHref({ owner, creator }: Collection): string {
  const isCreator = isSameAddress(owner, creator.address)
  return isCreator
    ? collectorHref(owner, creator.account_chain, 'created')
    : collectorHref(owner)
}

function ownerName({ owner, creator }: Collection): string {
  const isCreator = isSameAddress(owner, creator.address)
  return isCreator && creator.name ? creator.name : shortAddress(owner)
}

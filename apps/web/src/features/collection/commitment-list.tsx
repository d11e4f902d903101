import { formatAmount, formatCount, shortAddress } from '@platemark/rules/amounts'
import { explorerLink } from '@platemark/rules/explorer'
import type { Collection, Commitment } from '@platemark/wire/collections'
import type { Network } from '@platemark/wire/config'
import type { ReactNode } from 'react'
import { collectorHref } from '../../components/creator.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'

/** What the contract promises, since which block, and what it does not promise. */
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
      <p className="small muted">Read from the contract, not from us.</p>
      <ul>
        {collection.commitments.map((commitment) => {
          const { title, text } = wordsOf(commitment, collection, network)
          return (
            <li key={commitment.kind} className={commitment.is_promised ? '' : 'open'}>
              {commitment.is_promised ? <Icon name="lock" size={16} /> : <OpenMark />}
              <div>
                <p>
                  <b>{title}.</b> {text}
                </p>
                <Since commitment={commitment} network={network} />
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Since({ commitment, network }: { commitment: Commitment; network: Network }) {
  if (!commitment.is_promised || commitment.since_block === null) {
    return <p className="since">no promise made</p>
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

/** A dashed ring: nothing is locked. */
function OpenMark() {
  return (
    <svg className="icon" width={16} height={16} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z" />
    </svg>
  )
}

function wordsOf(
  { kind, is_promised }: Commitment,
  collection: Collection,
  network: Network,
): { title: string; text: ReactNode } {
  const { max_supply, is_cap_frozen, royalty_bps, royalty_ceiling_bps } = collection
  const { symbol, decimals } = network.native_currency
  switch (kind) {
    case 'supply': {
      const most = max_supply === null ? 'No cap' : `At most ${formatCount(max_supply)}`
      if (is_cap_frozen) return { title: 'Supply', text: `${most}, fixed for good.` }
      if (max_supply === null) {
        return { title: 'Supply', text: 'No cap: as many as are minted until the end.' }
      }
      return { title: 'Supply', text: `${most}. It can only be lowered.` }
    }
    case 'metadata':
      return {
        title: 'Images and traits',
        text: is_promised
          ? 'Frozen: nobody can change them.'
          : 'Not frozen: the creator can still change them.',
      }
    case 'royalty':
      if (royalty_ceiling_bps === 0) return { title: 'Royalty', text: 'None, for good.' }
      return {
        title: 'Royalty',
        text: `${royalty_bps / 100}% now, never more than ${royalty_ceiling_bps / 100}%.`,
      }
    case 'transfers':
      return {
        title: 'Transfers',
        text: collection.is_transferable
          ? 'Always allowed.'
          : 'Never: a print stays with the wallet that minted it.',
      }
    case 'mint_fee': {
      const fee = formatAmount(BigInt(collection.mint_fee_wei), { symbol, decimals })
      return { title: 'Mint fee', text: `${fee} per print, fixed at creation.` }
    }
    case 'notice':
      return {
        title: 'Notice',
        text: is_promised
          ? `A live phase can only get better for you. Other changes wait ${durationOf(collection.notice_seconds)}.`
          : 'A live phase can only get better for you. Other changes take effect at once.',
      }
    case 'owner':
      return {
        title: 'Owner',
        text: (
          <>
            <Link className="link" href={collectorHref(collection.owner)}>
              {ownerName(collection)}
            </Link>{' '}
            can pause minting, and cannot move prints.
          </>
        ),
      }
  }
}

function ownerName({ owner, creator }: Collection): string {
  const isCreator = owner.toLowerCase() === creator.address.toLowerCase()
  return isCreator && creator.name ? creator.name : shortAddress(owner)
}

/** Seconds in words: `24 hours`, `3 days`, `90 minutes`. */
export function durationOf(seconds: number): string {
  const [count, unit] =
    seconds >= 172_800 && seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds >= 3600 && seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

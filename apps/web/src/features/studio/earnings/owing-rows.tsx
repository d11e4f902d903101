import type { Network } from '@platemark/api/config'
import { formatAmount, formatCount, formatUsd } from '@platemark/rules/amounts'
import { type ReactNode, useState } from 'react'
import { collectionHref } from '../../../components/collection-href.ts'
import { PlatePicture, plateUrl } from '../../../components/plate-picture.tsx'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { StudioIcon } from '../studio-icon.tsx'
import type { NetworkEarnings } from './sum-earnings.ts'

type OwingRowsProps = {
  earned: NetworkEarnings
  network: Network
  rate: number | undefined
}

type CollectionEarnings = NetworkEarnings['collections'][number]

/** Rows shown before the rest is asked for. */
const MAX_ROWS = 6

/** The sources of a network's amount: collections, royalties, and referrals in one row. */
export function OwingRows({ earned, network, rate }: OwingRowsProps) {
  const [isOpen, setOpen] = useState(false)
  const shared = earned.collections.filter(({ is_payee }) => is_payee)
  const referring = earned.collections.filter(({ is_payee }) => !is_payee)
  const shown = isOpen ? shared : shared.slice(0, MAX_ROWS)
  const amounts = { network, rate }
  return (
    <>
      <ul className="owing-rows">
        {shown.map((collection) => (
          <OwingRow
            key={collection.contract_id}
            art={<CollectionArt network={network} collection={collection} />}
            name={<CollectionName network={network} collection={collection} />}
            line={describeShare(collection)}
            wei={collection.owed_wei}
            {...amounts}
          />
        ))}
        {earned.splits.map(({ address, names, owed_wei }) => (
          <OwingRow
            key={address}
            art={<Sign name="royalty" />}
            name={`Royalties of ${names.join(', ')}`}
            line="Sent to their split by marketplaces"
            wei={owed_wei}
            {...amounts}
          />
        ))}
        {referring.length > 0 && (
          <OwingRow
            art={<Sign name="link" />}
            name={`Referrals, ${countText(referring.length, 'collection')}`}
            line={`${countText(sumReferred(referring), 'mint')} through your link`}
            wei={sumOwed(referring)}
            {...amounts}
          />
        )}
      </ul>
      {shown.length < shared.length && (
        <div className="more-rows">
          <Button look="plain" onClick={() => setOpen(true)}>
            Show all {formatCount(shared.length)} collections
          </Button>
        </div>
      )}
    </>
  )
}

type OwingRowProps = Omit<OwingRowsProps, 'earned'> & {
  art: ReactNode
  name: ReactNode
  line: string
  /** Null: the network did not answer. */
  wei: string | null
}

function OwingRow({ art, name, line, wei, network, rate }: OwingRowProps) {
  const coin = network.native_currency
  const hasWorth = rate !== undefined && !network.is_testnet
  return (
    <li>
      {art}
      <div>
        <b>{name}</b>
        <span className="muted small">{line}</span>
      </div>
      <div className="number" translate="no">
        {wei === null ? (
          <span className="muted">Not known</span>
        ) : (
          <span>{formatAmount(BigInt(wei), coin)}</span>
        )}
        {wei !== null && wei !== '0' && hasWorth && (
          <span className="muted small">
            {formatUsd(BigInt(wei), rate, coin.decimals)}
          </span>
        )}
      </div>
    </li>
  )
}

type CollectionProps = { network: Network; collection: CollectionEarnings }

function CollectionArt({ network, collection }: CollectionProps) {
  return (
    <div className="mat">
      <PlatePicture
        picture={collection.image}
        alt=""
        sizes="52px"
        fallback={plateUrl(`${network.alias}-${collection.contract_address}`)}
      />
    </div>
  )
}

function CollectionName({ network, collection }: CollectionProps) {
  const { alias, contract_address, name, has_page } = collection
  if (!has_page) return name
  const chain_alias = network.alias
  return (
    <Link href={collectionHref({ chain_alias, alias, contract_address })}>{name}</Link>
  )
}

function Sign({ name }: { name: 'link' | 'royalty' }) {
  return (
    <span className="sign">
      <StudioIcon name={name} />
    </span>
  )
}

function describeShare({ share_bps, referred, has_page }: CollectionEarnings): string {
  const share =
    share_bps === null || share_bps === 0
      ? 'None of its income is yours now'
      : share_bps === 10_000
        ? 'All of its income is yours'
        : `${share_bps / 100}% of its income is yours`
  const others =
    referred > 0 ? `, and ${countText(referred, 'mint')} through your link` : ''
  return `${share}${others}${has_page ? '' : '. Its page here is gone or blocked'}`
}

function countText(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
}

function sumReferred(collections: CollectionEarnings[]): number {
  return collections.reduce((sum, { referred }) => sum + referred, 0)
}

/** Returns the sum of what collections owe; null where one amount is not known. */
function sumOwed(collections: CollectionEarnings[]): string | null {
  const amounts = collections.map(({ owed_wei }) => owed_wei)
  if (amounts.some((amount) => amount === null)) return null
  return String(amounts.reduce((sum, amount) => sum + BigInt(amount ?? 0), 0n))
}

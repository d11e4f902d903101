import type { Collection, Phase } from '@platemark/api/collections'
import type { User } from '@platemark/api/profile'
import { isSameAddress } from '@platemark/rules/addresses'
import { formatCount, shortAddress } from '@platemark/rules/amounts'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { formatDuration } from '@platemark/rules/times'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { AccountName } from '../../../components/accounts/account-name.tsx'
import { Amount } from '../../../components/amount.tsx'
import { useNativeCurrency, useNetworkNames } from '../../../components/app-config.ts'
import { listPayees } from '../../../components/payees/list-payees.ts'
import { When } from '../../../components/when.tsx'
import { WholeHashes } from '../../../components/whole-hashes.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { ownDraftQuery } from '../queries.ts'

type ChainFactsProps = { collection: Collection; user: User }

/** Terms of the contract, to read; each change is signed on the studio page of the collection. */
export function ChainFacts({ collection, user }: ChainFactsProps) {
  const nameNetwork = useNetworkNames()
  const { contract_id, minted, max_supply, is_cap_frozen, notice_seconds } = collection
  const place = { id: contract_id }
  const notice = notice_seconds > 0 && formatDuration(notice_seconds)
  return (
    <section className="edit-group" aria-labelledby="edit-chain">
      <header>
        <h2 id="edit-chain">On the chain</h2>
        <b className="edit-mark">In ink</b>
        <p>
          Part of the contract on {nameNetwork(collection.chain_alias)},{' '}
          <span className="nowrap" translate="no">
            {shortAddress(collection.contract_address)}
          </span>
          . Permanently public in the change log.
        </p>
      </header>
      <ul className="edit-facts">
        <Fact label="Name and symbol">
          {collection.name}, {collection.symbol}
        </Fact>
        <Fact label="Mint fee">
          <Wei wei={collection.mint_fee_wei} collection={collection} /> an item
        </Fact>
        <Fact
          label="Royalty"
          note={`At most ${formatBps(collection.royalty_ceiling_bps)}, fixed at creation.`}
          change={{ ...place, name: 'royalty', verb: 'Change' }}
        >
          {formatBps(collection.royalty_bps)}
        </Fact>
        <Fact
          label="Public phase"
          note={
            notice
              ? `Changes in favour of minters apply at once. Others wait ${notice}.`
              : 'Changes apply once they are signed.'
          }
          change={{ ...place, name: 'phases', verb: 'Change' }}
        >
          <PublicPhase collection={collection} />
        </Fact>
        <Fact
          label="Supply"
          note={
            is_cap_frozen
              ? 'Permanently frozen.'
              : `Can be lowered to ${formatCount(minted)} at least, never raised.`
          }
          change={is_cap_frozen ? undefined : { ...place, name: 'supply', verb: 'Lower' }}
        >
          {max_supply === null ? 'No cap' : formatCount(max_supply)}
        </Fact>
        <Fact
          label="Payees"
          note={
            notice ? `Applies ${notice} after signing.` : 'Applies once it is signed.'
          }
          change={{ ...place, name: 'payees', verb: 'Change' }}
        >
          <Payees id={contract_id} creator={collection.creator.address} user={user} />
        </Fact>
        <Art collection={collection} />
      </ul>
    </section>
  )
}

type FactProps = {
  label: string
  note?: ReactNode
  /** Where it is changed; absent: it never can be. */
  change?: { id: string; name: string; verb: string } | undefined
  children: ReactNode
}

function Fact({ label, note, change, children }: FactProps) {
  return (
    <li>
      <b>{label}</b>
      <span>{children}</span>
      {note && <small>{note}</small>}
      {change ? (
        <Link
          className="button quiet"
          href={`/studio/${change.id}?change=${change.name}`}
        >
          {change.verb}
          <span className="hide"> {label.toLowerCase()}</span>
        </Link>
      ) : (
        <span className="permanent">
          <Icon name="lock" size={15} /> Permanent
        </span>
      )}
    </li>
  )
}

function Art({ collection }: { collection: Collection }) {
  const { contract_id: id, is_metadata_frozen, manifest_hash } = collection
  const { data } = useQuery(ownDraftQuery(id))
  const label = 'Art and metadata'
  if (is_metadata_frozen) return <Fact label={label}>Permanently frozen</Fact>
  // The contract has a hash of the works once they are revealed.
  const isHidden = manifest_hash === null && data?.data.fields.shown === 'at_reveal'
  const commitment = data?.data.reveal?.commitment
  return isHidden ? (
    <Fact
      label={label}
      note={
        commitment && (
          <WholeHashes text={`The order is committed: ${shortAddress(commitment)}`} />
        )
      }
      change={{ id, name: 'reveal', verb: 'Reveal' }}
    >
      Placeholder, not revealed
    </Fact>
  ) : (
    <Fact label={label} change={{ id, name: 'freeze', verb: 'Freeze' }}>
      {manifest_hash === null ? 'Not frozen' : 'Revealed, not frozen'}
    </Fact>
  )
}

function PublicPhase({ collection }: { collection: Collection }) {
  const phase = collection.phases.find(({ kind }: Phase) => kind === 'public')
  if (!phase) return 'None'
  const isEndless = Date.parse(phase.end) / 1000 >= NEVER_ENDS
  return (
    <>
      {phase.price_wei === '0' ? (
        'Free'
      ) : (
        <Wei wei={phase.price_wei} collection={collection} />
      )}
      ,{' '}
      {isEndless ? (
        'no end date'
      ) : (
        <span className="nowrap">
          until <When at={phase.end} />
        </span>
      )}
    </>
  )
}

type PayeesProps = { id: string; creator: string; user: User }

function Payees({ id, creator, user }: PayeesProps) {
  const { data } = useQuery(ownDraftQuery(id))
  if (!data) return <span className="muted">…</span>
  const payees = listPayees(data.data.fields.payees, creator)
  return payees.map(({ address, bps }, place) => (
    <Fragment key={address}>
      {place > 0 && ', '}
      {isSameAddress(address, user.address) ? 'You' : <AccountName address={address} />}
      {`\u00a0${formatBps(bps)}`}
    </Fragment>
  ))
}

function Wei({ wei, collection }: { wei: string; collection: Collection }) {
  const currency = useNativeCurrency(collection.chain_alias)
  const coin = {
    decimals: currency?.decimals ?? 18,
    symbol: currency?.symbol ?? collection.currency,
  }
  return <Amount wei={BigInt(wei)} coin={coin} />
}

function formatBps(bps: number): string {
  return `${bps / 100}%`
}

import { isSameAddress } from '@platemark/rules/addresses'
import { formatAmount, formatCount, shortAddress } from '@platemark/rules/amounts'
import { formatDuration } from '@platemark/rules/times'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Address } from '../../../components/address.tsx'
import { listPayees } from '../../../components/payees/list-payees.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ChangeLink } from '../page/change-link.tsx'
import type { ChangeName } from '../page/change-props.ts'
import { OpenChange } from '../page/open-change.tsx'
import type { Own } from '../page/own.ts'
import { studioStatsQuery } from '../page/own-queries.ts'
import { SettingRow } from './setting-row.tsx'

/** Settings of the contract; each change is a transaction. */
export function InkSettings({ own }: { own: Own }) {
  const { collection, draft, network } = own
  const stats = useQuery(studioStatsQuery(draft.contract_id)).data?.data
  const block = stats?.block_number
  return (
    <section aria-labelledby="ink">
      <div className="between">
        <h3 id="ink">On the chain</h3>
        <span className="mark">In ink</span>
      </div>
      <p className="muted small">
        {block
          ? `Read from the contract up to block ${formatCount(BigInt(block))}. `
          : 'Read from the contract. '}
        Each change is a transaction.
      </p>
      <ul>
        <Supply own={own} />
        <Art own={own} />
        <ChangeRow
          {...{ own, name: 'royalty', term: 'Royalty' }}
          note={
            collection.royalty_split
              ? 'Permanently shared by the split made with the collection'
              : `Ceiling ${collection.royalty_ceiling_bps / 100}%, paid to the owner`
          }
        >
          {collection.royalty_bps === 0 ? 'None' : `${collection.royalty_bps / 100}%`}
        </ChangeRow>
        <ChangeRow
          {...{ own, name: 'payees', term: 'Payees' }}
          note={
            collection.notice_seconds === 0
              ? 'Changes take effect immediately'
              : `${formatDuration(collection.notice_seconds)} notice`
          }
        >
          <Payees own={own} />
        </ChangeRow>
        <SettingRow term="Mint fee" action={<Permanent />}>
          {collection.mint_fee_wei === '0'
            ? 'None'
            : formatAmount(BigInt(collection.mint_fee_wei), network.native_currency)}
        </SettingRow>
        <SettingRow term="Transfers" action={<Permanent />}>
          {collection.is_transferable ? 'Allowed' : 'Never, items stay where they are'}
        </SettingRow>
        <ChangeRow {...{ own, name: 'owner', term: 'Owner' }} verb="Hand over">
          <Address address={collection.owner} isAccount noun="owner" canCopy={false} />
        </ChangeRow>
      </ul>
    </section>
  )
}

type ChangeRowProps = {
  own: Own
  name: ChangeName
  term: string
  verb?: string
  note?: ReactNode
  children: ReactNode
}

function ChangeRow({ own, name, term, verb = 'Change', note, children }: ChangeRowProps) {
  return (
    <SettingRow
      term={term}
      note={note}
      action={
        <ChangeLink own={own} name={name}>
          {verb}
          <span className="hide"> {term}</span>
        </ChangeLink>
      }
      open={<OpenChange own={own} names={[name]} />}
    >
      {children}
    </SettingRow>
  )
}

function Supply({ own }: { own: Own }) {
  const { max_supply, is_cap_frozen } = own.collection
  const supply = max_supply === null ? 'No cap' : formatCount(max_supply)
  if (is_cap_frozen) {
    return (
      // A change that fixed it just now stays open with its result.
      <SettingRow
        term="Supply"
        action={<Permanent />}
        open={<OpenChange own={own} names={['supply']} />}
      >
        {supply}
      </SettingRow>
    )
  }
  return (
    <ChangeRow
      {...{ own, name: 'supply', term: 'Supply' }}
      verb={max_supply === null ? 'Set a cap' : 'Lower'}
      note={
        max_supply === null
          ? 'You can set a cap, then only lower it'
          : 'Can be lowered, never raised'
      }
    >
      {supply}
    </ChangeRow>
  )
}

function Art({ own }: { own: Own }) {
  const { collection, draft } = own
  const { manifest_hash } = collection
  const open = <OpenChange own={own} names={['move']} />
  if (collection.is_metadata_frozen) {
    return (
      <SettingRow
        term="Art and metadata"
        action={manifest_hash === null ? <Permanent /> : <MoveLink own={own} />}
        open={open}
        note={manifest_hash && <>Fixed by hash {shorten(manifest_hash)}</>}
      >
        Frozen
      </SettingRow>
    )
  }
  const isHidden = draft.fields.shown === 'at_reveal'
  return (
    <SettingRow
      term="Art and metadata"
      open={open}
      note={manifest_hash && <>Revealed, and fixed by hash {shorten(manifest_hash)}</>}
      action={
        <>
          {isHidden && (
            <ChangeLink own={own} name="reveal">
              Reveal
            </ChangeLink>
          )}
          {(!isHidden || manifest_hash !== null) && <MoveLink own={own} />}
          <ChangeLink own={own} name="freeze">
            Freeze
          </ChangeLink>
        </>
      }
    >
      Not frozen
    </SettingRow>
  )
}

/** A hash that no line break parts. */
function shorten(hash: string) {
  return <span className="nowrap">{shortAddress(hash)}</span>
}

/** Metadata that a hash fixes may still be read from another address. */
function MoveLink({ own }: { own: Own }) {
  return (
    <ChangeLink own={own} name="move">
      Move to IPFS or back
    </ChangeLink>
  )
}

function Payees({ own: { draft, collection, user } }: { own: Own }) {
  const payees = listPayees(draft.fields.payees, collection.creator.address)
  const [first] = payees
  if (payees.length === 1 && first) {
    return isSameAddress(first.address, user.address)
      ? 'You receive everything'
      : `${shortAddress(first.address)} receives everything`
  }
  const shares = payees.slice(0, 4).map(({ bps }) => `${bps / 100}%`)
  const more = payees.length > 4 ? ` and ${payees.length - 4} more` : ''
  return `${payees.length}: ${shares.join(', ')}${more}`
}

function Permanent() {
  return (
    <span className="permanent">
      <Icon name="lock" size={15} />
      Permanent
    </span>
  )
}

import type { NameRow } from '@platemark/api/names'
import type { User } from '@platemark/api/profile'
import { formatAmount } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TransactionLink } from '../../../components/call/transaction-link.tsx'
import { Failure } from '../../../components/failure.tsx'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { Day } from '../../../components/when.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Link } from '../../../ui/link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { FullName } from '../full-name.tsx'
import { NameCard } from '../name-card.tsx'
import { nameHref } from '../name-href.ts'
import { nameSaleQuery, ownNamesQuery } from '../queries.ts'
import { useFreshPrimaryName } from '../use-fresh-account-names.ts'
import type { NameHome } from '../use-name-home.ts'
import { useRecently } from '../use-recently.ts'
import { PendingRegistrations } from './pending-registrations.tsx'
import { useSetPrimary } from './use-set-primary.ts'

const TransferDialog = lazyPart(
  async () => (await import('../transfer/transfer-dialog.tsx')).TransferDialog,
)

/** Milliseconds between two reads while a name waits for its block or is given away. */
const REFRESH_MS = 4_000

type OwnNamesProps = { home: NameHome; user: User }

/** Names of the signed-in user, the primary one first. */
export function OwnNames({ home, user }: OwnNamesProps) {
  const [given, setGiven] = useState<string | null>(null)
  const isGiving = useRecently(given !== null)
  const read = useQuery({
    ...ownNamesQuery,
    staleTime: 5_000,
    refetchInterval: ({ state }) =>
      isGiving || state.data?.data.some(({ status }) => status === 'pending')
        ? REFRESH_MS
        : false,
  })
  const error = useLastError(read)
  const rows = read.data?.data
  const count = read.data?.meta.total ?? 0
  useFreshPrimaryName(rows)
  return (
    <section className="names-block" aria-labelledby="own">
      <div className="block-head">
        <h2 id="own">My names</h2>
        {count > 0 && (
          <span className="muted">
            {count} {count === 1 ? 'name' : 'names'}
          </span>
        )}
      </div>
      {!rows && error && (
        <Failure
          title="Your names could not be loaded"
          text="Your names are safe on the network. Try again in a moment."
          error={error}
          isBusy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      )}
      {!rows && !error && <Skeleton width="100%" height={92} />}
      {rows && <PendingRegistrations home={home} user={user} rows={rows} />}
      {rows?.length === 0 && <NoNames home={home} />}
      {rows && rows.length > 0 && (
        <ul className="own-names card">
          {rows.map((row) => (
            <li key={row.name}>
              <OwnName row={row} home={home} onTransfer={() => setGiven(row.name)} />
            </li>
          ))}
        </ul>
      )}
      {given && (
        <TransferDialog
          name={given}
          home={home}
          user={user}
          onClose={() => setGiven(null)}
        />
      )}
    </section>
  )
}

function NoNames({ home }: { home: NameHome }) {
  const prices = useQuery(nameSaleQuery).data?.data.prices
  const least = prices?.map(({ price }) => BigInt(price.amount_wei)).sort(compare)[0]
  return (
    <EmptyBlock title="No names yet">
      Search above.
      {least !== undefined &&
        ` From ${formatAmount(least, home.network.native_currency)}, paid once.`}
    </EmptyBlock>
  )
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0
}

type OwnNameProps = { row: NameRow; home: NameHome; onTransfer: () => void }

function OwnName({ row, home, onTransfer }: OwnNameProps) {
  const { name, status, is_primary, registered_at, registered_tx } = row
  const primary = useSetPrimary(name)
  const isPending = status === 'pending'
  return (
    <>
      <NameCard name={name} size={60} />
      <div className="own-name">
        <Link href={nameHref(name)}>
          <b>
            <FullName name={name} suffix={home.suffix} />
          </b>
        </Link>
        <span className="muted small">
          {isPending
            ? `Being confirmed on ${home.network.name}`
            : registered_at && (
                <>
                  Registered <Day at={registered_at} />
                </>
              )}
        </span>
        {primary.elsewhere !== undefined && (
          <span className="small">
            {primary.elsewhere === null
              ? 'Other apps still show your address. '
              : `Other apps still show ${primary.elsewhere}.${home.suffix}. `}
            <Link className="link" href={`${nameHref(name)}?edit=primary`}>
              Update on chain
            </Link>
          </span>
        )}
      </div>
      <div className="own-acts">
        {is_primary && <Tag kind="live">Primary</Tag>}
        {isPending && <Tag kind="warn">Pending</Tag>}
        {isPending && registered_tx && (
          <TransactionLink hash={registered_tx} network={home.network} />
        )}
        {!isPending && (
          <>
            {/* The index finds with its block whether it is the primary name already. */}
            {!is_primary && registered_at !== null && (
              <SaveButton look="quiet" isBusy={primary.isBusy} onClick={primary.set}>
                Set as primary<span className="hide"> name: {name}</span>
              </SaveButton>
            )}
            <Link className="button quiet" href={nameHref(name)}>
              View<span className="hide"> {name}</span>
            </Link>
            <Button look="quiet" onClick={onTransfer}>
              Transfer<span className="hide"> {name}</span>
            </Button>
          </>
        )}
      </div>
    </>
  )
}

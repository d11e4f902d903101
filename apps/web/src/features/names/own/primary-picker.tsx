import './primary-picker.css'
import type { NameRow } from '@platemark/api/names'
import type { User } from '@platemark/api/profile'
import { shortAddress } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Failure } from '../../../components/failure.tsx'
import { ReadOnlyFields } from '../../../components/read-only/read-only-fields.tsx'
import { Day } from '../../../components/when.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'
import { EmptyBlock } from '../../../ui/block.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { FullName } from '../full-name.tsx'
import { NameCard } from '../name-card.tsx'
import { ownNamesQuery } from '../queries.ts'
import { useFreshPrimaryName } from '../use-fresh-account-names.ts'
import type { NameHome } from '../use-name-home.ts'
import { useNameHome } from '../use-name-home.ts'
import { useRecently } from '../use-recently.ts'
import { PrimaryDialog } from './primary-dialog.tsx'
import { useChoosePrimary } from './use-choose-primary.ts'

/** Milliseconds between two reads while the chain may have a new primary name. */
const REFRESH_MS = 4_000

/** Choice of the name that is shown instead of the address of the signed-in user. */
export function PrimaryPicker({ user }: { user: User }) {
  const home = useNameHome()
  const [isUpdating, setUpdating] = useState(false)
  const isFollowed = useRecently(isUpdating)
  const read = useQuery({
    ...ownNamesQuery,
    staleTime: 5_000,
    refetchInterval: isFollowed ? REFRESH_MS : false,
  })
  const error = useLastError(read)
  const { chosen, choose } = useChoosePrimary()
  const rows = useFirstOrder(read.data?.data)
  useFreshPrimaryName(rows)
  if (!home) return null
  if (!rows) {
    if (!error) return <Skeleton width="100%" height={146} />
    return (
      <Failure
        title="Your names could not be loaded"
        text="Your names are safe on the network. Try again in a moment."
        error={error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  if (rows.length === 0) {
    return (
      <EmptyBlock
        title="No names yet"
        actions={
          <Link className="button quiet" href="/names">
            Find a name
          </Link>
        }
      >
        Your address is shown. A name is paid once.
      </EmptyBlock>
    )
  }
  const saved = rows.find(({ is_primary }) => is_primary) ?? null
  const current = chosen === undefined ? (saved?.name ?? null) : chosen
  return (
    <>
      <ReadOnlyFields>
        <div className="card picks" role="radiogroup" aria-label="Primary name">
          {rows.map((row) => (
            <Pick
              key={row.name}
              isChosen={row.name === current}
              onChoose={() => choose(row.name)}
              picture={<NameCard name={row.name} size={52} />}
              title={<FullName name={row.name} suffix={home.suffix} />}
              note={row.registered_at && <Registered at={row.registered_at} />}
              tag={row.is_primary && <Tag kind="live">Primary</Tag>}
            />
          ))}
          <Pick
            isChosen={current === null}
            onChoose={() => choose(null)}
            picture={
              <span className="pick-none">
                <Icon name="person" size={20} />
              </span>
            }
            title={<span translate="no">{shortAddress(user.address)}</span>}
            note="Show my address instead"
          />
        </div>
      </ReadOnlyFields>
      <OnChain rows={rows} saved={saved} home={home} onUpdate={() => setUpdating(true)} />
      <p>
        <Link className="link" href="/names">
          Register another name
        </Link>
      </p>
      {isUpdating && (
        <PrimaryDialog
          name={saved}
          home={home}
          user={user}
          onClose={() => setUpdating(false)}
        />
      )}
    </>
  )
}

/** Returns minted names in the order of the first answer: a choice must not move its option. */
function useFirstOrder(all: NameRow[] | undefined): NameRow[] | undefined {
  const first = useRef<string[]>(undefined)
  const rows = all?.filter(({ status }) => status !== 'pending')
  first.current ??= rows?.map(({ name }) => name)
  const placeOf = ({ name }: NameRow) => {
    const place = first.current?.indexOf(name) ?? -1
    return place === -1 ? Number.POSITIVE_INFINITY : place
  }
  return rows?.sort((one, other) =>
    placeOf(one) === placeOf(other) ? 0 : placeOf(one) - placeOf(other),
  )
}

function Registered({ at }: { at: string }) {
  return (
    <>
      Registered <Day at={at} />
    </>
  )
}

type PickProps = {
  isChosen: boolean
  onChoose: () => void
  picture: ReactNode
  title: ReactNode
  note: ReactNode
  tag?: ReactNode
}

function Pick({ isChosen, onChoose, picture, title, note, tag }: PickProps) {
  return (
    <label className="pick">
      <input type="radio" name="primary-name" checked={isChosen} onChange={onChoose} />
      {picture}
      <span className="pick-text">
        <b>{title}</b>
        <span className="muted small">{note}</span>
      </span>
      {tag}
    </label>
  )
}

type OnChainProps = {
  rows: NameRow[]
  saved: NameRow | null
  home: NameHome
  onUpdate: () => void
}

/** Notice where the registry has another primary name than this site. */
function OnChain({ rows, saved, home, onUpdate }: OnChainProps) {
  const other = rows.find(({ primary_onchain }) => primary_onchain) ?? null
  if (other?.name === saved?.name) return null
  return (
    <Notice
      title={`Other apps still show ${other ? `${other.name}.${home.suffix}` : 'your address'}.`}
      actions={
        <Button look="quiet" onClick={onUpdate}>
          Update on chain
        </Button>
      }
    >
      Your choice here is free. Other apps follow the chain.
    </Notice>
  )
}

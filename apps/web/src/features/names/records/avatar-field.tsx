import type { OwnToken } from '@platemark/api/collection-reads'
import type { NameDetail } from '@platemark/api/names'
import { listTokensOfOwner } from '@platemark/api/operations'
import type { User } from '@platemark/api/profile'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { useAppConfig } from '../../../components/app-config.ts'
import { Failure } from '../../../components/failure.tsx'
import { collectionPlateUrl, PlatePicture } from '../../../components/plate-picture.tsx'
import { apiQuery } from '../../../lib/query.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type AvatarFieldProps = {
  name: NameDetail
  user: User
  value: string
  error: string | undefined
  aside: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

/** Picture of a name: an own item, or the address of a picture. */
export function AvatarField({ user, value, error, aside, onChange }: AvatarFieldProps) {
  const [isPicking, setPicking] = useState(false)
  return (
    <div className="stack">
      <TextField
        label="Avatar"
        aside={aside}
        hint="An https or ipfs address, or one of your items. Pictures of other sites are stored, not shown here."
        placeholder="https://"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error}
        onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event)}
      />
      <div>
        <Button
          look="quiet"
          aria-expanded={isPicking}
          onClick={() => setPicking(!isPicking)}
        >
          Pick from my items
        </Button>
      </div>
      {isPicking && (
        <ItemPicker
          owner={user.address}
          chosen={value}
          onPick={(record) => {
            onChange({ target: { value: record } })
            setPicking(false)
          }}
        />
      )}
    </div>
  )
}

type ItemPickerProps = {
  owner: string
  chosen: string
  onPick: (record: string) => void
}

function ItemPicker({ owner, chosen, onPick }: ItemPickerProps) {
  const { networks } = useAppConfig()
  const read = useQuery(apiQuery(listTokensOfOwner, { query: { owner } }))
  const error = useLastError(read)
  const rows = read.data?.data
  if (!rows && error) {
    return (
      <Failure
        title="Your items could not be loaded"
        text="What you typed is kept. Try again in a moment."
        error={error}
        isBusy={read.isFetching}
        onRetry={() => void read.refetch()}
      />
    )
  }
  if (!rows) return <Skeleton width="100%" height={96} />
  if (rows.length === 0) {
    return (
      <p className="muted">
        You do not hold any items from collections on this site yet.
      </p>
    )
  }
  return (
    <ul className="avatar-items" aria-label="My items">
      {rows.map((token) => {
        const chainId = networks.find(({ alias }) => alias === token.chain_alias)?.id
        if (chainId === undefined) return null
        const record = toAvatarRecord(token, chainId)
        return (
          <li key={record}>
            <button
              type="button"
              aria-label={token.name}
              aria-pressed={record === chosen}
              onClick={() => onPick(record)}
            >
              <PlatePicture
                picture={token.image}
                alt=""
                sizes="72px"
                fallback={collectionPlateUrl(token)}
              />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Returns the record of a token by ENSIP-12. */
function toAvatarRecord(token: OwnToken, chainId: number): string {
  const { collection, contract_address, token_id } = token
  const standard = collection.kind === 'edition' ? 'erc1155' : 'erc721'
  return `eip155:${chainId}/${standard}:${contract_address}/${token_id}`
}

import type { NameDetail } from '@platemark/api/names'
import { isSameAddress } from '@platemark/rules/addresses'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { shareLink } from '../../../components/share-link.ts'
import { writeSearch } from '../../../lib/search.ts'
import { useSession } from '../../../lib/session.ts'
import { useSearch } from '../../../lib/use-search.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { nameHref } from '../name-href.ts'
import { nameProfileQuery } from '../queries.ts'
import { useFreshAccountNames } from '../use-fresh-account-names.ts'
import type { NameHome } from '../use-name-home.ts'
import { useRecently } from '../use-recently.ts'

const OwnerActions = lazyPart(
  async () => (await import('./owner-actions.tsx')).OwnerActions,
)
const RecordsDialog = lazyPart(
  async () => (await import('../records/records-dialog.tsx')).RecordsDialog,
)
const TransferDialog = lazyPart(
  async () => (await import('../transfer/transfer-dialog.tsx')).TransferDialog,
)
const PrimaryDialog = lazyPart(
  async () => (await import('../own/primary-dialog.tsx')).PrimaryDialog,
)

/** Milliseconds between two reads while a change of the name may be on its way. */
const REFRESH_MS = 2_000

type OwnerPartProps = { name: NameDetail; home: NameHome }

/** Actions of a name: everyone can share it, its owner can change it. */
export function OwnerPart({ name, home }: OwnerPartProps) {
  const { user } = useSession()
  const { edit } = useSearch()
  const router = useRouter()
  const isOwner = user !== null && isSameAddress(user.address, name.owner)
  // The dialog of a transfer stays after the name has gone.
  const [wasOwner, setWasOwner] = useState(false)
  if (isOwner && !wasOwner) setWasOwner(true)
  const isChanging = useRecently(isOwner && edit !== undefined)
  useQuery({
    ...nameProfileQuery(name.name),
    refetchInterval: isChanging ? REFRESH_MS : false,
  })
  useFreshAccountNames(`${name.owner} ${name.is_primary}`)
  const open = (part: string) => {
    const { pathname, search } = router.state.location
    const href = pathname + writeSearch({ ...search, edit: part })
    void router.navigate({ href, replace: true, resetScroll: false })
  }
  const close = () => open('')
  const share = () =>
    void shareLink({ title: name.full_name, url: location.origin + nameHref(name.name) })
  return (
    <>
      <div className="name-acts">
        {isOwner && <OwnerActions name={name} home={home} onOpen={open} />}
        <Button look={isOwner ? 'plain' : 'quiet'} onClick={share}>
          <Icon name="share" size={16} />
          Share
        </Button>
      </div>
      {isOwner && edit === 'records' && (
        <RecordsDialog name={name} home={home} user={user} onClose={close} />
      )}
      {user && wasOwner && edit === 'transfer' && (
        <TransferDialog name={name.name} home={home} user={user} onClose={close} />
      )}
      {isOwner && edit === 'primary' && (
        <PrimaryDialog name={name} home={home} user={user} onClose={close} />
      )}
    </>
  )
}

import type { NameRow } from '@platemark/api/names'
import type { User } from '@platemark/api/profile'
import { type PendingName, pendingNames } from '@platemark/mint/names/pending-names'
import { useQuery } from '@tanstack/react-query'
import { getAddress } from 'viem'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useOpenRegistration } from '../registration/use-registration-url.ts'
import type { NameHome } from '../use-name-home.ts'

type PendingRegistrationsProps = {
  home: NameHome
  user: User
  /** Names that the account has. */
  rows: readonly NameRow[]
}

/** Registrations that this browser has a reservation for and that are not finished. */
export function PendingRegistrations({ home, user, rows }: PendingRegistrationsProps) {
  const open = useOpenRegistration()
  const scope = {
    account: getAddress(user.address),
    chainId: home.chain_id,
    contract: getAddress(home.registry),
  }
  const read = useQuery({
    queryKey: ['pending names', ...Object.values(scope)],
    queryFn: () => pendingNames.list(scope),
    staleTime: 0,
  })
  const discard = async (pending: PendingName) => {
    await pendingNames.remove(pending)
    await read.refetch()
  }
  const owned = new Set(rows.map(({ name }) => name))
  return read.data
    ?.filter(({ name }) => !owned.has(name))
    .map((pending) => (
      <Notice
        key={pending.name}
        title={`${pending.name} is reserved by this wallet, not registered yet`}
        actions={
          <>
            <Button look="quiet" onClick={() => open(pending.name)}>
              Continue
            </Button>
            <Button look="quiet" onClick={() => void discard(pending)}>
              Discard
            </Button>
          </>
        }
      >
        Register it within a day. After that you need a new reservation.
      </Notice>
    ))
}

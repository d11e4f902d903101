import '../registration/registration.css'
import { nameRegistryAbi } from '@platemark/abi/name-registry'
import type { NameDetail } from '@platemark/api/names'
import type { User } from '@platemark/api/profile'
import {
  primaryData,
  reverseNameData,
  reverseRegistrarAbi,
} from '@platemark/mint/names/name-calls'
import { useQueryClient } from '@tanstack/react-query'
import { getAddress } from 'viem'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { useCall } from '../../../components/call/use-call.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { nameProfileQuery, ownNamesQuery } from '../queries.ts'
import type { NameHome } from '../use-name-home.ts'

type PrimaryName = Pick<NameDetail, 'name' | 'full_name'>

type PrimaryDialogProps = {
  /** Null: the account has none any more. */
  name: PrimaryName | null
  home: NameHome
  user: User
  onClose: () => void
}

/** Sets or clears the primary name on the chain, where other apps read it. */
export function PrimaryDialog({ name, home, user, onClose }: PrimaryDialogProps) {
  const queries = useQueryClient()
  const account = getAddress(user.address)
  const call = useCall({
    ...{ topic: 'primary name', network: home.network, account },
    contract: getAddress(home.registry),
    abi: nameRegistryAbi,
    subject: `${name?.full_name ?? 'Your primary name'} is on`,
    onMined: () => {
      const changed = name ? [nameProfileQuery(name.name)] : []
      for (const { queryKey } of [ownNamesQuery, ...changed])
        void queries.invalidateQueries({ queryKey })
    },
  })
  const isDone = call.shown.mined !== null
  return (
    <Dialog title="Primary name" isOpen onClose={onClose} className="register">
      <p className="dialog-text">
        {name ? (
          <>
            Other apps show <b translate="no">{name.full_name}</b> instead of your address
            once the network has confirmed it.
          </>
        ) : (
          'Other apps show your address again once the network has confirmed it.'
        )}
      </p>
      {!isDone && (
        <CallButton
          call={call}
          request={{ data: primaryData(name?.name ?? ''), label: 'Primary name' }}
        >
          Update on chain
        </CallButton>
      )}
      <CallPanel call={call} />
      {name && home.reverse_registrar && (
        <ReverseName
          name={name}
          home={home}
          account={account}
          registrar={getAddress(home.reverse_registrar)}
        />
      )}
    </Dialog>
  )
}

type ReverseNameProps = {
  name: PrimaryName
  home: NameHome
  account: `0x${string}`
  registrar: `0x${string}`
}

/** Sets the name that ENS keeps for the account on the home network (ENSIP-19). */
function ReverseName({ name, home, account, registrar }: ReverseNameProps) {
  const call = useCall({
    ...{ topic: 'reverse name', network: home.network, account },
    ...{ contract: registrar, abi: reverseRegistrarAbi },
    subject: `${name.full_name} is on`,
  })
  return (
    <>
      <p className="muted small">
        Apps that read ENS on {home.network.name} have their own list, which takes one
        more transaction.
      </p>
      <CallButton
        call={call}
        look="quiet"
        request={{ data: reverseNameData(name.full_name), label: 'ENS name' }}
      >
        Set it in ENS too
      </CallButton>
      <CallPanel call={call} />
    </>
  )
}

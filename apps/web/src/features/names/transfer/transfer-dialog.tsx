import '../registration/registration.css'
import { nameRegistryAbi } from '@platemark/abi/name-registry'
import type { User } from '@platemark/api/profile'
import { transferData } from '@platemark/mint/names/name-calls'
import { isSameAddress } from '@platemark/rules/addresses'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getAddress } from 'viem'
import { AccountField } from '../../../components/accounts/account-field.tsx'
import { useWrittenAccount } from '../../../components/accounts/use-written-account.ts'
import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import { useCall } from '../../../components/call/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FullName } from '../full-name.tsx'
import { NameCard } from '../name-card.tsx'
import { nameProfileQuery, ownNamesQuery } from '../queries.ts'
import type { NameHome } from '../use-name-home.ts'
import { useReceiverCheck } from './use-receiver-check.ts'

type TransferDialogProps = {
  name: string
  home: NameHome
  user: User
  onClose: () => void
}

/** Sends a name to another account, after its owner has typed it. */
export function TransferDialog({ name, home, user, onClose }: TransferDialogProps) {
  const [written, setWritten] = useState('')
  const [typed, setTyped] = useState('')
  const queries = useQueryClient()
  const owner = getAddress(user.address)
  const { network } = home
  const call = useCall({
    topic: `transfer ${name}`,
    network,
    account: owner,
    contract: getAddress(home.registry),
    abi: nameRegistryAbi,
    subject: `${name} is on`,
    onMined: () => {
      for (const { queryKey } of [ownNamesQuery, nameProfileQuery(name)])
        void queries.invalidateQueries({ queryKey })
    },
  })
  const found = useWrittenAccount(written, 'receive tokens', network)
  const isOwn = isSameAddress(found.account, owner)
  const refused = useReceiverCheck(found.account, { owner, name, home })
  const problem = isOwn ? 'This wallet already has the name.' : (refused ?? found.problem)
  const isTyped = typed.trim().toLowerCase() === name
  const to = problem ? null : found.account
  const isDone = call.shown.mined !== null
  return (
    <Dialog title="Transfer" isOpen onClose={onClose} width={440} className="register">
      <div className="register-name">
        <NameCard name={name} size={68} isFirst />
        <b>
          <FullName name={name} suffix={home.suffix} />
        </b>
      </div>
      {!isDone && (
        <div className="stack">
          <AccountField
            label="To a name or address"
            written={written}
            found={{ ...found, problem }}
            onWrite={setWritten}
          />
          <Notice kind="warning" title="This cannot be undone.">
            All records are cleared. It is no longer your primary name. Only the new owner
            can send it back.
          </Notice>
          <TextField
            label={`Type ${name} to confirm`}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            translate="no"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <CallButton
            call={call}
            look="danger"
            request={
              to && isTyped
                ? { data: transferData(name, owner, to), label: 'Transfer' }
                : null
            }
            obstacle={
              to
                ? isTyped
                  ? undefined
                  : `Type ${name} above to confirm.`
                : 'Enter who gets the name.'
            }
          >
            Transfer name
          </CallButton>
        </div>
      )}
      <CallPanel call={call} />
      <Button look="quiet" isWide onClick={onClose}>
        {isDone ? 'Done' : 'Keep it'}
      </Button>
    </Dialog>
  )
}

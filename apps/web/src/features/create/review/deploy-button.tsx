import { isSameAddress } from '@platemark/rules/addresses'
import { shortAddress } from '@platemark/rules/amounts'
import { useState } from 'react'
import { describeCoins } from '../../../components/call/coin-note.ts'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { openNetworkDialog, openWalletDialog } from '../../../lib/dialogs.ts'
import { useSession } from '../../../lib/session.ts'
import { useDraftEditor } from '../draft-editor.tsx'
import type { DeploymentProps } from './deployment-props.ts'

type DeployButtonProps = DeploymentProps & {
  isComplete: boolean
  label?: string
}

/**
 * Starts the deployment with the wallet of the creator, which is asked to switch its network
 * first where it is on another one. What is in the way stands beneath.
 */
export function DeployButton(props: DeployButtonProps) {
  const { draft, network, creator, deployment, isComplete } = props
  const { label = `Deploy on ${network.name}` } = props
  const { wallet } = useSession()
  const { flush, saving } = useDraftEditor()
  const [isStarting, setStarting] = useState(false)
  const { attempt } = deployment.shown
  const obstacle = !isComplete
    ? 'Add what is missing first.'
    : wallet && !isSameAddress(wallet.address, creator)
      ? `${wallet.name} is on ${shortAddress(wallet.address)}. Only ${shortAddress(creator)}, who signed in, can deploy this draft: choose that account in your wallet.`
      : saving === 'refused'
        ? 'The draft is not saved. Correct the marked fields first.'
        : undefined
  const start = async () => {
    if (!wallet) return openWalletDialog({ purpose: 'connect' })
    if (wallet.chainId !== network.id) {
      return openNetworkDialog({
        chainId: network.id,
        subject: `${draft.fields.name} will be on`,
      })
    }
    setStarting(true)
    try {
      // What is signed is what is stored.
      if (await flush()) await deployment.deploy()
    } finally {
      setStarting(false)
    }
  }
  const isBusy = isStarting || attempt !== null
  return (
    <>
      <SaveButton
        isWide
        isBusy={isBusy}
        onClick={() => void start()}
        {...(obstacle && { blockedBy: 'deploy-note' })}
      >
        {wallet ? label : 'Connect Wallet'}
      </SaveButton>
      <p className="muted small" id="deploy-note">
        {obstacle ?? describeCoins(network)}
      </p>
    </>
  )
}

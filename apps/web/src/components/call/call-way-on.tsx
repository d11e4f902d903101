import type { Network } from '@platemark/api/config'
import type { CallWayOn } from '@platemark/rules/call-messages'
import { openFaucetDialog, openNetworkDialog } from '../../lib/dialogs.ts'
import { Button } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { useAppConfig } from '../app-config.ts'

type CallWayOnButtonsProps = {
  wayOn: CallWayOn
  network: Network
  /** Start of a sentence that ends with the network: "Low Sun is on". */
  subject: string
  /** Sends the transaction again; absent where its values are not known any more. */
  onRetry?: (() => void) | undefined
}

/** Buttons for what can be done about a transaction that was not sent or failed. */
export function CallWayOnButtons(props: CallWayOnButtonsProps) {
  const { wayOn, network, subject, onRetry } = props
  const { bridge_url } = useAppConfig()
  const again = onRetry && (
    <Button look="quiet" onClick={onRetry}>
      Try again
    </Button>
  )
  const { id: chainId, name } = network
  switch (wayOn) {
    case 'retry':
    case 'switch_account':
      return again
    case 'get_funds':
      return (
        <>
          {network.is_demo ? (
            <Button look="quiet" onClick={() => openFaucetDialog({ chainId })}>
              Get test funds
            </Button>
          ) : (
            bridge_url && (
              <ExternalLink className="button quiet" href={bridge_url}>
                Bridge
              </ExternalLink>
            )
          )}
          {again}
        </>
      )
    case 'switch_network':
      return (
        <Button look="quiet" onClick={() => openNetworkDialog({ chainId, subject })}>
          Switch to {name}
        </Button>
      )
    case 'none':
      return null
  }
}

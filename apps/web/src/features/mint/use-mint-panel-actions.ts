import type { MintAction } from '@platemark/rules/mint-state-types'
import { findOpening } from '@platemark/rules/opening'
import { useState } from 'react'
import { switchChain } from 'wagmi/actions'
import { openFaucetDialog, openWalletDialog } from '../../lib/dialogs.ts'
import type { Wallet } from '../../lib/session.ts'
import { addPhaseToCalendar } from './add-phase-to-calendar.ts'
import type { MintPanelContext } from './mint-panel-context.ts'
import { shareCollection } from './share-collection.ts'
import type { useMintPanel } from './use-mint-panel.ts'

type MintPanelState = ReturnType<typeof useMintPanel>

/** Returns the handler of the connected panel's buttons. */
export function useMintPanelActions(
  panel: MintPanelState,
  context: MintPanelContext,
  wallet: Wallet,
) {
  const { state, mint } = panel
  const { collection, network } = context
  const { isMoving, move } = useNetworkSwitch(panel, context, wallet)
  const press = (action: MintAction): unknown => {
    switch (action) {
      case 'mint':
        return panel.send()
      case 'switch_chain':
        return move()
      case 'connect':
      case 'use_another_wallet':
        return openWalletDialog({ purpose: 'connect' })
      case 'sign_in':
      case 'mint_without_account':
        return context.onAccount(action)
      case 'get_funds':
        mint.setFault(null)
        return openFaucetDialog({ chainId: network.id })
      case 'mint_fewer':
        return state.code === 'insufficient_funds'
          ? panel.setQuantity(state.params.affordable)
          : undefined
      case 'mint_more':
        mint.putAside()
        return panel.setQuantity(1)
      case 'share':
        return shareCollection(collection, wallet.address)
      case 'retry':
        return panel.refresh()
      case 'add_to_calendar': {
        const phase = findOpening(state)
        return phase && addPhaseToCalendar(collection, network, phase)
      }
    }
  }
  return { isMoving, onAction: (action: MintAction) => void press(action) }
}

/** Returns a function that switches the wallet to the collection's network. */
function useNetworkSwitch(
  { wagmi, mint }: MintPanelState,
  context: MintPanelContext,
  wallet: Wallet,
) {
  const [isMoving, setIsMoving] = useState(false)
  const { collection, network } = context
  const move = async () => {
    mint.setFault(null)
    setIsMoving(true)
    try {
      const connector = wagmi.connectors.find(({ id }) => id === wallet.connector)
      const chainId = collection.chain_id
      await switchChain(wagmi, { chainId, ...(connector && { connector }) })
    } catch {
      const from = context.wallet?.network ?? 'its network'
      mint.setFault(
        `Your wallet stayed on ${from}; choose ${network.name} in ${wallet.name} and this page will notice.`,
      )
    } finally {
      setIsMoving(false)
    }
  }
  return { isMoving, move }
}

import type { MintAction } from '@platemark/rules/mint-state-types'
import { findOpening } from '@platemark/rules/opening'
import { useState } from 'react'
import { switchChain } from 'wagmi/actions'
import { openFaucetDialog, openWalletDialog } from '../../lib/dialogs.ts'
import type { Wallet } from '../../lib/session.ts'
import { addPhaseToCalendar } from './add-phase-to-calendar.ts'
import type { Frame } from './mint-frame.ts'
import { shareCollection } from './share-collection.ts'
import type { useDesk } from './use-desk.ts'

type Desk = ReturnType<typeof useDesk>

/** What the buttons of a connected wallet's panel do. */
export function useDeskActions(desk: Desk, frame: Frame, wallet: Wallet) {
  const { state, mint } = desk
  const { collection, network } = frame
  const { isMoving, move } = useMove(desk, frame, wallet)
  const press = (action: MintAction): unknown => {
    switch (action) {
      case 'mint':
        return desk.send()
      case 'switch_chain':
        return move()
      case 'connect':
      case 'use_another_wallet':
        return openWalletDialog({ purpose: 'connect' })
      case 'sign_in':
      case 'mint_without_account':
        return frame.onAccount(action)
      case 'get_funds':
        mint.setFault(null)
        return openFaucetDialog({ chainId: network.id })
      case 'mint_fewer':
        return state.code === 'insufficient_funds'
          ? desk.setQuantity(state.params.affordable)
          : undefined
      case 'mint_more':
        mint.putAside()
        return desk.setQuantity(1)
      case 'share':
        return shareCollection(collection, wallet.address)
      case 'retry':
        return desk.refresh()
      case 'add_to_calendar': {
        const phase = findOpening(state)
        return phase && addPhaseToCalendar(collection, network, phase)
      }
    }
  }
  return { isMoving, onAction: (action: MintAction) => void press(action) }
}

/** Moves the wallet to the network of the collection. */
function useMove({ wagmi, mint }: Desk, frame: Frame, wallet: Wallet) {
  const [isMoving, setIsMoving] = useState(false)
  const { collection, network } = frame
  const move = async () => {
    mint.setFault(null)
    setIsMoving(true)
    try {
      const connector = wagmi.connectors.find(({ id }) => id === wallet.connector)
      const chainId = collection.chain_id
      await switchChain(wagmi, { chainId, ...(connector && { connector }) })
    } catch {
      const from = frame.wallet?.network ?? 'its network'
      mint.setFault(
        `Your wallet stayed on ${from}; choose ${network.name} in ${wallet.name} and this page will notice.`,
      )
    } finally {
      setIsMoving(false)
    }
  }
  return { isMoving, move }
}

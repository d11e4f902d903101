import type { MintAction } from '@platemark/rules/mint-state-types'
import { findOpening } from '@platemark/rules/opening'
import { switchFailureMessage } from '@platemark/rules/switch-messages'
import { walletMessages } from '@platemark/rules/wallet-messages'
import { toSwitchFailure } from '@platemark/wallet/switch-network'
import { isUnknownNetwork } from '@platemark/wallet/wallet-error'
import { useEffect, useState } from 'react'
import {
  openFaucetDialog,
  openNetworkDialog,
  openWalletDialog,
} from '../../lib/dialogs.ts'
import { useOffline } from '../../lib/offline.ts'
import type { Wallet } from '../../lib/session.ts'
import { moveWallet } from '../../lib/wagmi.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { addPhaseToCalendar } from './add-phase-to-calendar.ts'
import { MintChoice, MintDetails, ReadyNote } from './mint-details.tsx'
import { type MintPanelContext, messageContext } from './mint-panel-context.ts'
import { mintStateStore } from './mint-state-store.ts'
import { MintView } from './mint-view.tsx'
import { SessionOffer } from './session-offer.tsx'
import { toSharedMint } from './share-collection.ts'
import { type ConnectedMintPanelProps, useMintPanel } from './use-mint-panel.ts'

const ShareDialog = lazyPart(
  async () => (await import('../../components/share/share-dialog.tsx')).ShareDialog,
)

type MintPanelState = ReturnType<typeof useMintPanel>

/** Mint panel of a connected wallet: reads the chain, sends the mint and tracks it. */
export function ConnectedMintPanel(props: ConnectedMintPanelProps) {
  const { context, wallet } = props
  const panel = useMintPanel(props)
  const actions = usePanelActions(panel, context, wallet)
  const { isMoving, onAction } = actions
  const isOffline = useOffline()
  const { state, mint, now } = panel
  useEffect(() => {
    mintStateStore.write(state)
    return () => mintStateStore.write(null)
  }, [state])

  const words = walletMessages(state, messageContext(context))
  const isBlocked = isOffline && state.code === 'ready'
  const note = isBlocked
    ? 'You are offline. Nothing was sent.'
    : state.code === 'ready' && (
        <ReadyNote {...panel} note={words.note} network={context.network} />
      )
  // The list entry is known before its proof is loaded.
  const isBusy = mint.isBusy || isMoving || (state.code === 'ready' && !panel.order)
  const isStatic =
    state.code === 'checking' || (state.code === 'not_started' && !state.params.place)
  const tokenId =
    state.code === 'success' && context.collection.kind !== 'edition'
      ? state.params.tokenIds[0]
      : undefined
  return (
    <>
      <MintView
        {...context}
        now={now}
        state={state}
        words={words}
        {...(note && { note })}
        fault={mint.fault ?? mint.warning}
        faultCode={mint.faultCode}
        isBusy={isBusy}
        isBlocked={isBlocked}
        onAction={onAction}
        details={
          isStatic ? undefined : (
            <MintDetails {...context} state={state} isFeeRough={panel.isFeeRough} />
          )
        }
        choice={<Choice {...{ context, wallet, panel, isBusy }} />}
      />
      {actions.isSharing && (
        <ShareDialog
          {...toSharedMint(context.collection, wallet.address, tokenId)}
          onClose={() => actions.setSharing(false)}
        />
      )}
    </>
  )
}

/** Returns the handler of the panel's buttons. */
function usePanelActions(
  panel: MintPanelState,
  context: MintPanelContext,
  wallet: Wallet,
) {
  const { state, mint } = panel
  const { collection, network } = context
  const { isMoving, move } = useNetworkSwitch(panel, context, wallet)
  const [isSharing, setSharing] = useState(false)
  const press = (action: MintAction): unknown => {
    switch (action) {
      case 'mint':
        return panel.send()
      case 'stop_waiting':
        return mint.stopWaiting()
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
        return setSharing(true)
      case 'retry':
        return panel.refresh()
      case 'add_to_calendar': {
        const phase = findOpening(state)
        return phase && addPhaseToCalendar(collection, network, phase)
      }
    }
  }
  return {
    ...{ isMoving, isSharing, setSharing },
    onAction: (action: MintAction) => void press(action),
  }
}

/** Returns a function that switches the wallet to the collection's network. */
function useNetworkSwitch(
  { wagmi, mint }: MintPanelState,
  context: MintPanelContext,
  wallet: Wallet,
) {
  const [isMoving, setIsMoving] = useState(false)
  const { network } = context
  const move = async () => {
    mint.setFault(null)
    setIsMoving(true)
    try {
      await moveWallet(wagmi, wallet.connector, network)
    } catch (error) {
      if (isUnknownNetwork(error)) {
        const subject = `${context.collection.name} is on`
        return openNetworkDialog({ chainId: network.id, subject, isUnknown: true })
      }
      mint.setFault(
        switchFailureMessage(toSwitchFailure(error), {
          wallet: wallet.name,
          network: network.name,
          from: context.wallet?.network ?? 'its network',
          place: 'page',
        }),
      )
    } finally {
      setIsMoving(false)
    }
  }
  return { isMoving, move }
}

type ChoiceProps = {
  context: MintPanelContext
  wallet: Wallet
  panel: MintPanelState
  isBusy: boolean
}

function Choice({ context, wallet, panel, isBusy }: ChoiceProps) {
  const { state, mint } = panel
  if (state.code !== 'ready' && state.code !== 'insufficient_funds') return null
  const choice = (
    <MintChoice
      state={state}
      network={context.network}
      isBusy={isBusy}
      onQuantity={(quantity) => {
        mint.setFault(null)
        panel.setQuantity(quantity)
      }}
      onPhase={(phaseId) => {
        mint.setFault(null)
        panel.setChosenPhaseId(phaseId)
      }}
    />
  )
  return (
    <>
      {choice}
      <SessionOffer {...{ context, wallet, panel, isBusy }} />
    </>
  )
}

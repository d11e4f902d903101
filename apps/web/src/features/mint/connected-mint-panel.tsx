import { walletMessages } from '@platemark/rules/wallet-messages'
import { useEffect } from 'react'
import { useOffline } from '../../lib/offline.ts'
import { MintChoice, MintDetails, readyNote } from './mint-details.tsx'
import { type MintPanelContext, messageContext } from './mint-panel-context.ts'
import { mintStateStore } from './mint-state-store.ts'
import { MintView } from './mint-view.tsx'
import { type ConnectedMintPanelProps, useMintPanel } from './use-mint-panel.ts'
import { useMintPanelActions } from './use-mint-panel-actions.ts'

/** Mint panel of a connected wallet: reads the chain, sends the mint and tracks it. */
export function ConnectedMintPanel(props: ConnectedMintPanelProps) {
  const { context, wallet } = props
  const panel = useMintPanel(props)
  const { isMoving, onAction } = useMintPanelActions(panel, context, wallet)
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
    : readyNote(words.note, { ...panel, network: context.network })
  // The list entry is known before its proof is loaded.
  const isBusy = mint.isBusy || isMoving || (state.code === 'ready' && !panel.order)
  const isStatic = state.code === 'checking' || state.code === 'not_started'
  return (
    <MintView
      {...context}
      now={now}
      state={state}
      words={state.code === 'ready' ? { ...words, note } : words}
      fault={mint.fault}
      faultCode={mint.faultCode}
      isBusy={isBusy}
      isBlocked={isBlocked}
      onAction={onAction}
      details={
        isStatic ? undefined : (
          <MintDetails {...context} state={state} isFeeRough={panel.isFeeRough} />
        )
      }
      choice={<Choice context={context} panel={panel} isBusy={isBusy} />}
    />
  )
}

type ChoiceProps = {
  context: MintPanelContext
  panel: ReturnType<typeof useMintPanel>
  isBusy: boolean
}

function Choice({ context, panel, isBusy }: ChoiceProps) {
  const { state, mint } = panel
  if (state.code !== 'ready' && state.code !== 'insufficient_funds') return null
  return (
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
}

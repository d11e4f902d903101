import { walletMessages } from '@platemark/rules/wallet-messages'
import { useEffect } from 'react'
import { MintChoice, MintDetails, readyNote } from './mint-details.tsx'
import { type Frame, speechOf } from './mint-frame.ts'
import { MintView } from './mint-view.tsx'
import { shownMint } from './shown-mint.ts'
import { type DeskProps, useDesk } from './use-desk.ts'
import { useDeskActions } from './use-desk-actions.ts'
import { useOffline } from './use-offline.ts'

/** The mint panel of a connected wallet: reads the chain, sends, and follows what was sent. */
export function MintDesk(props: DeskProps) {
  const { frame, wallet } = props
  const desk = useDesk(props)
  const { isMoving, onAction } = useDeskActions(desk, frame, wallet)
  const isOffline = useOffline()
  const { state, mint, now } = desk
  useEffect(() => {
    shownMint.write(state)
    return () => shownMint.write(null)
  }, [state])

  const words = walletMessages(state, speechOf(frame))
  const isBlocked = isOffline && state.code === 'ready'
  const note = isBlocked
    ? 'You are offline. Nothing was sent.'
    : readyNote(words.note, { ...desk, network: frame.network })
  // The place on a list is known before its proof is here.
  const isBusy = mint.isBusy || isMoving || (state.code === 'ready' && !desk.order)
  const isStill = state.code === 'checking' || state.code === 'not_started'
  return (
    <MintView
      {...frame}
      now={now}
      state={state}
      words={state.code === 'ready' ? { ...words, note } : words}
      fault={mint.fault}
      faultCode={mint.faultCode}
      isBusy={isBusy}
      isBlocked={isBlocked}
      onAction={onAction}
      details={
        isStill ? undefined : (
          <MintDetails {...frame} state={state} isFeeRough={desk.isFeeRough} />
        )
      }
      choice={<Choice frame={frame} desk={desk} isBusy={isBusy} />}
    />
  )
}

type ChoiceProps = {
  frame: Frame
  desk: ReturnType<typeof useDesk>
  isBusy: boolean
}

function Choice({ frame, desk, isBusy }: ChoiceProps) {
  const { state, mint } = desk
  if (state.code !== 'ready' && state.code !== 'insufficient_funds') return null
  return (
    <MintChoice
      state={state}
      network={frame.network}
      isBusy={isBusy}
      onQuantity={(quantity) => {
        mint.setFault(null)
        desk.setQuantity(quantity)
      }}
      onPhase={(phaseId) => {
        mint.setFault(null)
        desk.setChosenPhaseId(phaseId)
      }}
    />
  )
}

import { disconnectedMessages } from '@platemark/rules/mint-messages'
import { mintState } from '@platemark/rules/mint-state'
import type { MintAction, MintInput, MintState } from '@platemark/rules/mint-state-types'
import { useQueryClient } from '@tanstack/react-query'
import { openWalletDialog } from '../../lib/dialogs.ts'
import { useSession } from '../../lib/session.ts'
import { addPhaseToCalendar } from './add-phase-to-calendar.ts'
import { type MintPanelContext, messageContext } from './mint-panel-context.ts'
import { MintView } from './mint-view.tsx'

type MintPanelStaticProps = {
  context: MintPanelContext
  unavailable: MintInput['unavailable']
}

/** Mint panel without a wallet, and while the connected panel loads. */
export function MintPanelStatic({ context, unavailable }: MintPanelStaticProps) {
  const queries = useQueryClient()
  const { status } = useSession()
  const state = disconnectedState(context, unavailable)
  const onAction = (action: MintAction) => {
    if (action === 'connect') openWalletDialog({ purpose: 'connect' })
    if (action === 'retry') void queries.invalidateQueries()
    if (action === 'add_to_calendar' && state.code === 'not_started') {
      void addPhaseToCalendar(context.collection, context.network, state.params.next)
    }
  }
  return (
    <MintView
      {...context}
      state={state}
      words={disconnectedMessages(state, messageContext(context))}
      isBusy={status === 'connecting' && state.primary === 'connect'}
      onAction={onAction}
    />
  )
}

/** Returns the state without wallet reads: a connected wallet is `checking`. */
function disconnectedState(
  { now, collection, terms, wallet }: MintPanelContext,
  unavailable: MintInput['unavailable'],
): MintState {
  return mintState({
    now,
    unavailable,
    chainId: collection.chain_id,
    collection: terms,
    mintFeeWei: BigInt(collection.mint_fee_wei),
    attempt: null,
    result: null,
    wallet: wallet && { chainId: collection.chain_id, balanceWei: null, phases: null },
    needsSignIn: false,
    chosenPhaseId: null,
    quantity: 1,
    networkFeeWei: null,
  })
}

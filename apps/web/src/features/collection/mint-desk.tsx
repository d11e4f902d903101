import {
  type MintAction,
  type MintInput,
  type MintWallet,
  mintState,
} from '@platemark/rules/mint-state'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { walletWords } from '@platemark/rules/wallet-words'
import type { MintOrder } from '@platemark/sale/mint-call'
import type { Collection, ListEntry } from '@platemark/wire/collections'
import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import { switchChain } from 'wagmi/actions'
import { useAppConfig } from '../../components/app-config.ts'
import { openFaucetDialog, openWalletDialog } from '../../lib/dialogs.ts'
import type { Wallet } from '../../lib/session.ts'
import { walletConfig } from '../../lib/wagmi.ts'
import { toast } from '../../ui/toast.ts'
import { addPhaseToCalendar } from './add-phase-to-calendar.ts'
import { useChainTime } from './chain-time.ts'
import { MintChoice, MintDetails, readyNote } from './mint-details.tsx'
import { type Frame, speechOf } from './mint-frame.ts'
import { MintView } from './mint-view.tsx'
import { shownMint } from './shown-mint.ts'
import type { Ahead, ChainRead } from './terms.ts'
import { useMint } from './use-mint.ts'
import { useOffline } from './use-offline.ts'
import {
  useNetworkFee,
  useReferrer,
  useRefresh,
  useWalletReads,
} from './use-wallet-reads.ts'
import { sayWhen } from './when.ts'

type MintDeskProps = {
  frame: Frame
  wallet: Wallet
  /** What the chain itself says while the API cannot; null while it can. */
  chain: ChainRead | null
  onAhead: (ahead: Ahead | null) => void
  /** Hears whether the API fails to tell of the wallet. */
  onCut: (isCut: boolean) => void
}

/** The mint panel of a connected wallet: reads the chain, sends, and follows what was sent. */
export function MintDesk({ frame, wallet, chain, onAhead, onCut }: MintDeskProps) {
  const { collection, network, terms } = frame
  const config = useAppConfig()
  const [quantity, setQuantity] = useState(1)
  const [chosenPhaseId, setChosenPhaseId] = useState<number | null>(null)
  const [isReferred, setIsReferred] = useState(true)
  const [isMoving, setIsMoving] = useState(false)
  const isOffline = useOffline()

  const wagmi = walletConfig(config)
  const client = wagmi.getClient({ chainId: collection.chain_id })
  const now = useChainTime(client, network.id, network.is_demo) ?? frame.now
  const { referrer, unthanked } = useReferrer(collection, wallet, isReferred)
  const reads = useWalletReads(collection, wallet, client, chain)
  const { phases, balanceWei, entries, isCut } = reads
  const refresh = useRefresh(collection, wallet)
  useEffect(() => {
    onCut(isCut)
    return () => onCut(false)
  }, [isCut, onCut])

  const mint = useMint({
    wagmi,
    client,
    blockTag: network.is_demo ? 'pending' : 'latest',
    chainId: collection.chain_id,
    // Safe: the wire says that it is an address.
    contract: collection.contract_address as Address,
    account: wallet.address,
    subjectOf: (phaseId) => {
      const phase = terms.phases.find((one) => one.phaseId === phaseId)
      const own = phases?.find((one) => one.phaseId === phaseId)
      return {
        phase: {
          title: phase?.title ?? 'The phase',
          allowed: own?.isListed ? own.allowed : (phase?.maxPerWallet ?? 0),
        },
        network: network.name,
        wallet: wallet.name,
        now,
        when: (at) => sayWhen(at, true),
      }
    },
    onAhead,
    onChanged: refresh,
  })

  const input: MintInput & { wallet: MintWallet } = {
    now,
    unavailable: reads.unavailable,
    chainId: collection.chain_id,
    collection: terms,
    mintFeeWei: BigInt(collection.mint_fee_wei),
    attempt: mint.attempt,
    result: mint.result,
    wallet: { chainId: wallet.chainId, balanceWei, phases },
    needsSignIn: false,
    chosenPhaseId,
    quantity,
    networkFeeWei: null,
  }
  const order = orderOf(mintState(input), { collection, wallet, entries, referrer })
  const networkFeeWei = useNetworkFee(client, network.id, order)
  const state = mintState({ ...input, networkFeeWei })

  const press = async () => {
    if (!order || state.code !== 'ready') return
    const refusal = await mint.send(order, collection.minted)
    const isReferrerBad = refusal?.kind === 'contract' && refusal.error === 'BadReferrer'
    if (isReferrerBad) setIsReferred(false)
  }

  const moveWallet = async () => {
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

  const getFunds = () => {
    mint.setFault(null)
    if (network.is_demo) return openFaucetDialog({ chainId: network.id })
    if (config.bridge_url) open(config.bridge_url, '_blank', 'noopener')
  }

  const onAction = (action: MintAction) => {
    switch (action) {
      case 'mint':
        return void press()
      case 'switch_chain':
        return void moveWallet()
      case 'connect':
      case 'use_another_wallet':
        return openWalletDialog({ purpose: 'connect' })
      case 'get_funds':
        return getFunds()
      case 'mint_fewer':
        if (state.code === 'insufficient_funds') setQuantity(state.params.affordable)
        return
      case 'mint_more':
        mint.putAside()
        return setQuantity(1)
      case 'share':
        return void share(collection, wallet.address)
      case 'retry':
        return refresh()
      case 'add_to_calendar': {
        const phase = calendarPhase(state)
        if (phase) void addPhaseToCalendar(collection, network, phase)
      }
    }
  }

  useEffect(() => {
    shownMint.write(state)
    return () => shownMint.write(null)
  }, [state])

  const words = walletWords(state, speechOf(frame))
  const isBlocked = isOffline && state.code === 'ready'
  const note = isBlocked
    ? 'You are offline. Nothing was sent.'
    : readyNote(words.note, { network, balanceWei, referrer, unthanked })
  // The place on a list is known before its proof is here.
  const isBusy = mint.isBusy || isMoving || (state.code === 'ready' && !order)
  const canChoose = state.code === 'ready' || state.code === 'insufficient_funds'
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
        state.code === 'checking' || state.code === 'not_started' ? undefined : (
          <MintDetails {...frame} state={state} />
        )
      }
      choice={
        canChoose && (
          <MintChoice
            state={state}
            network={network}
            isBusy={isBusy}
            onQuantity={(next) => {
              mint.setFault(null)
              setQuantity(next)
            }}
            onPhase={(phaseId) => {
              mint.setFault(null)
              setChosenPhaseId(phaseId)
            }}
          />
        )
      }
    />
  )
}

type OrderParts = {
  collection: Collection
  wallet: Wallet
  entries: readonly ListEntry[] | undefined
  referrer: Address | null
}

/** What would be sent in this state; null where nothing would, or the proof is not here yet. */
function orderOf(
  state: ReturnType<typeof mintState>,
  parts: OrderParts,
): MintOrder | null {
  if (state.code !== 'ready' && state.code !== 'insufficient_funds') return null
  const { phase, quantity, totalWei } = state.params
  const entry = parts.entries?.find(({ phase_id }) => phase_id === phase.phaseId) ?? null
  if (phase.phaseId !== PUBLIC_PHASE_ID && !entry) return null
  return {
    // Safe: the wire says that it is an address.
    contract: parts.collection.contract_address as Address,
    account: parts.wallet.address,
    phaseId: phase.phaseId,
    quantity,
    unitWei: totalWei / BigInt(quantity),
    entry,
    referrer: parts.referrer,
  }
}

function calendarPhase(state: ReturnType<typeof mintState>) {
  if (state.code === 'not_started') return state.params.place ?? state.params.next
  if (state.code === 'not_eligible') return state.params.later[0]
  if (state.code === 'wallet_limit' || state.code === 'phase_sold_out') {
    return state.params.next ?? undefined
  }
  return undefined
}

/** Offers the page's address, with the sharer as its referrer. */
async function share(collection: Collection, address: string): Promise<void> {
  const url = new URL(location.pathname, location.origin)
  url.searchParams.set('ref', address)
  try {
    if ('share' in navigator) {
      await navigator.share({ title: collection.name, url: url.href })
      return
    }
    // Safe: TypeScript takes `share` for granted; desktop browsers do not have it.
    await (navigator as Navigator).clipboard.writeText(url.href)
    toast('success', 'Link copied.', {
      text: 'You get 20% of the mint fee of those who come by it.',
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast('error', 'The link could not be shared.')
  }
}

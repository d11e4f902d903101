import {
  type MintAction,
  type MintInput,
  type MintWallet,
  mintState,
} from '@platemark/rules/mint-state'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { walletWords } from '@platemark/rules/wallet-words'
import { walletPhasesOf } from '@platemark/wire/collection-terms'
import type { Collection, ListEntry } from '@platemark/wire/collections'
import { Problem } from '@platemark/wire/problem'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Address, type Client, isAddress } from 'viem'
import { getBalance } from 'viem/actions'
import { switchChain } from 'wagmi/actions'
import { useAppConfig } from '../../components/app-config.ts'
import { openFaucetDialog, openWalletDialog } from '../../lib/dialogs.ts'
import type { Wallet } from '../../lib/session.ts'
import { walletConfig } from '../../lib/wagmi.ts'
import { toast } from '../../ui/toast.ts'
import { addPhaseToCalendar } from './add-phase-to-calendar.ts'
import { useChainTime } from './chain-time.ts'
import { MintChoice, MintDetails, readyNote } from './mint-details.tsx'
import { type Frame, MintView, speechOf } from './mint-view.tsx'
import { eligibility, listEntries, oneCollection } from './queries.ts'
import { estimateNetworkFee, type MintOrder } from './send-mint.ts'
import type { Ahead } from './terms.ts'
import { useMint } from './use-mint.ts'
import { useOffline } from './use-offline.ts'
import { sayWhen } from './when.ts'

type MintDeskProps = {
  frame: Frame
  wallet: Wallet
  onAhead: (ahead: Ahead | null) => void
}

/** The mint panel of a connected wallet: reads the chain, sends, and follows what was sent. */
export function MintDesk({ frame, wallet, onAhead }: MintDeskProps) {
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
  const referrer = useReferrer(collection, wallet, isReferred)
  const { offers, balance, entries } = useWalletReads(collection, wallet, client)
  const refresh = useRefresh(collection, wallet)
  const phases = offers.data ? walletPhasesOf(offers.data.data.phases) : null

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
    unavailable: unavailableOf(offers.error, balance.error),
    chainId: collection.chain_id,
    collection: terms,
    mintFeeWei: BigInt(collection.mint_fee_wei),
    attempt: mint.attempt,
    result: mint.result,
    wallet: {
      chainId: wallet.chainId,
      balanceWei: balance.data === undefined ? null : BigInt(balance.data),
      phases,
    },
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

  const words = walletWords(state, speechOf(frame))
  const { balanceWei } = input.wallet
  const isBlocked = isOffline && state.code === 'ready'
  const note = isBlocked
    ? 'You are offline. Nothing was sent.'
    : readyNote(words.note, { network, balanceWei, referrer })
  const isBusy = mint.isBusy || isMoving
  const canChoose = state.code === 'ready' || state.code === 'insufficient_funds'
  return (
    <MintView
      {...frame}
      now={now}
      state={state}
      words={state.code === 'ready' ? { ...words, note } : words}
      fault={mint.fault}
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

/** What API and chain say about this wallet, asked again every ten seconds. */
function useWalletReads(collection: Collection, wallet: Wallet, client: Client) {
  const offers = useQuery({
    ...eligibility(collection, wallet.address),
    refetchInterval: 10_000,
  })
  const balance = useQuery({
    queryKey: balanceKey(collection, wallet),
    queryFn: async () =>
      (await getBalance(client, { address: wallet.address })).toString(),
    refetchInterval: 10_000,
  })
  const isOnList = offers.data?.data.phases.some(
    ({ phase_id, is_listed }) => is_listed && phase_id !== PUBLIC_PHASE_ID,
  )
  const entries = useQuery({
    ...listEntries(collection, wallet.address),
    enabled: isOnList === true,
  }).data
  return { offers, balance, entries }
}

/** What the network is likely to charge for this order, in wei; null while unknown. */
function useNetworkFee(client: Client, chainId: number, order: MintOrder | null) {
  const fee = useQuery({
    queryKey: [
      'network fee',
      chainId,
      order?.contract,
      order?.account,
      order?.phaseId,
      order?.quantity,
      String(order?.unitWei),
    ],
    queryFn: order
      ? async () => (await estimateNetworkFee(client, order)).toString()
      : skipToken,
    staleTime: 15_000,
    placeholderData: (previous: string | undefined) => previous,
  }).data
  return fee === undefined ? null : BigInt(fee)
}

/** Reads everything about collection and wallet again. */
function useRefresh(collection: Collection, wallet: Wallet) {
  const queries = useQueryClient()
  return () => {
    const pages = [collection.contract_address, collection.alias].filter(
      (page) => page !== null,
    )
    const keys = [
      eligibility(collection, wallet.address).queryKey,
      listEntries(collection, wallet.address).queryKey,
      balanceKey(collection, wallet),
      ['network fee'],
      ...pages.map((page) => oneCollection(collection.chain_alias, page).queryKey),
    ]
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
  }
}

/** The same key as everybody's who shows this balance. */
function balanceKey(collection: Collection, wallet: Wallet) {
  return ['balance', collection.chain_id, wallet.address.toLowerCase()]
}

/** The address in `?ref=`, unless the fee could not go there. */
function useReferrer(
  collection: Collection,
  wallet: Wallet,
  isWanted: boolean,
): Address | null {
  const { ref } = useSearch({ strict: false }) as { ref?: unknown }
  if (!isWanted || typeof ref !== 'string' || !isAddress(ref, { strict: false }))
    return null
  const barred = [wallet.address, collection.creator.address]
  return barred.some((one) => one.toLowerCase() === ref.toLowerCase()) ? null : ref
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

function unavailableOf(
  offers: Error | null,
  balance: Error | null,
): MintInput['unavailable'] {
  if (offers instanceof Problem) {
    if (offers.code === 'not_found') return 'not_indexed'
    if (offers.code === 'blocked') return 'blocked'
    if (offers.code === 'chain_unavailable') return 'network'
  }
  return balance ? 'network' : null
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

import {
  type MintAction,
  type MintAttempt,
  type MintInput,
  type MintResult,
  mintState,
} from '@platemark/rules/mint-state'
import { refusalSentence } from '@platemark/rules/mint-words'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import type { Collection, ListEntry } from '@platemark/wire/collections'
import type { Network } from '@platemark/wire/config'
import { Problem } from '@platemark/wire/problem'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Address, isAddress } from 'viem'
import { getBalance, getBlockNumber } from 'viem/actions'
import { getConnectorClient, switchChain } from 'wagmi/actions'
import { useAppConfig } from '../../components/app-config.ts'
import { openFaucetDialog, openWalletDialog } from '../../lib/dialogs.ts'
import { shortAddress } from '../../lib/format.ts'
import type { Wallet } from '../../lib/session.ts'
import { walletConfig } from '../../lib/wagmi.ts'
import { toast } from '../../ui/toast.tsx'
import { addToCalendar, calendarEvent } from './calendar.ts'
import { useChainTime } from './chain-time.ts'
import { followMint, type MintEnd } from './follow-mint.ts'
import { MintView, type MintViewProps } from './mint-view.tsx'
import {
  findPendingMint,
  forgetPendingMint,
  keepPendingMint,
  type PendingMint,
} from './pending-mints.ts'
import { eligibility, listEntries, oneCollection } from './queries.ts'
import {
  estimateNetworkFee,
  type MintOrder,
  readReceipt,
  refusalOf,
  sendMint,
  simulateMint,
} from './send-mint.ts'
import { type Ahead, walletPhasesOf } from './terms.ts'

type MintDeskProps = {
  frame: Omit<MintViewProps, 'state' | 'onAction'>
  wallet: Wallet
  networks: readonly Network[]
  onAhead: (ahead: Ahead | null) => void
}

/** The mint panel of a connected wallet: reads the chain, sends, and follows what was sent. */
export function MintDesk({ frame, wallet, onAhead }: MintDeskProps) {
  const { collection, network, terms } = frame
  const config = useAppConfig()
  const queries = useQueryClient()
  const [quantity, setQuantity] = useState(1)
  const [chosenPhaseId, setChosenPhaseId] = useState<number | null>(null)
  const [attempt, setAttempt] = useState<MintAttempt | null>(null)
  const [result, setResult] = useState<MintResult | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isReferred, setIsReferred] = useState(true)

  const wagmi = walletConfig(config)
  const client = wagmi.getClient({ chainId: collection.chain_id })
  const now = useChainTime(client, network.id, network.is_demo) ?? frame.now
  const blockTag = network.is_demo ? 'pending' : 'latest'
  const referrer = useReferrer(collection, wallet, isReferred)

  const offers = useQuery({
    ...eligibility(collection, wallet.address),
    refetchInterval: 10_000,
  })
  const balance = useQuery({
    queryKey: ['balance', network.id, wallet.address.toLowerCase()],
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

  const input: MintInput = {
    now,
    unavailable: unavailableOf(offers.error, balance.error),
    chainId: collection.chain_id,
    collection: terms,
    mintFeeWei: BigInt(collection.mint_fee_wei),
    attempt,
    result,
    wallet: {
      chainId: wallet.chainId,
      balanceWei: balance.data === undefined ? null : BigInt(balance.data),
      phases: offers.data ? walletPhasesOf(offers.data.data.phases) : null,
    },
    needsSignIn: false,
    chosenPhaseId,
    quantity,
    networkFeeWei: null,
  }
  const order = orderOf(mintState(input), { collection, wallet, entries, referrer })
  const fee = useQuery({
    queryKey: [
      'network fee',
      network.id,
      collection.contract_address,
      wallet.address,
      order?.phaseId,
      order?.quantity,
      String(order?.unitWei),
    ],
    queryFn: order
      ? async () => (await estimateNetworkFee(client, order)).toString()
      : skipToken,
    staleTime: 15_000,
    placeholderData: (previous: string | undefined) => previous,
  })
  const networkFeeWei = fee.data === undefined ? null : BigInt(fee.data)
  const state = mintState({ ...input, networkFeeWei })

  const following = useRef<AbortController>(null)
  const latest = useRef({ frame, wallet })
  latest.current = { frame, wallet }

  const refresh = useCallback(() => {
    const { collection: shown } = latest.current.frame
    for (const queryKey of [
      eligibility(shown, wallet.address).queryKey,
      listEntries(shown, wallet.address).queryKey,
      ['balance', network.id, wallet.address.toLowerCase()],
      ['network fee'],
    ]) {
      void queries.invalidateQueries({ queryKey })
    }
    void queries.invalidateQueries({ queryKey: pageKey(shown, shown.contract_address) })
    if (shown.alias) {
      void queries.invalidateQueries({ queryKey: pageKey(shown, shown.alias) })
    }
  }, [queries, network.id, wallet.address])

  const follow = useCallback(
    async (sent: PendingMint) => {
      following.current?.abort()
      const controller = new AbortController()
      following.current = controller
      const { signal } = controller
      let current = sent
      const show = () =>
        setAttempt({ step: 'sent', quantity: sent.asked, hash: current.hash })
      show()
      onAhead({ minted: sent.mintedBefore + sent.asked, phaseId: sent.phaseId })

      const end = await followMint(sent, {
        client,
        signal,
        onReplaced: (hash) => {
          current = { ...current, hash }
          setFault(
            `Your wallet sent a new copy with a higher fee; we follow ${shortAddress(hash)} now.`,
          )
          void keepPendingMint(current)
          show()
        },
      })
      if (!end || signal.aborted) return
      await forgetPendingMint(sent)
      setAttempt(null)
      if (end.end === 'mined') {
        const { contract, asked, unitWei } = sent
        const account = wallet.address
        // Safe: kept from the collection's own address.
        const read = readReceipt(end.receipt, {
          contract: contract as Address,
          account,
          unitWei,
        })
        onAhead({ minted: sent.mintedBefore + read.quantity, phaseId: sent.phaseId })
        setFault(null)
        setResult({ ...read, asked, hash: current.hash })
      } else {
        onAhead(null)
        setFault(await sentenceOfEnd(end, network, () => whyReverted(sent)))
      }
      refresh()
    },
    [client, network, onAhead, refresh, wallet.address],
  )

  /** What the contract says to the same mint now: the reason is seldom gone that quickly. */
  const whyReverted = async (sent: PendingMint): Promise<string | undefined> => {
    const { collection: shown, terms: read } = latest.current.frame
    const phase = read.phases.find(({ phaseId }) => phaseId === sent.phaseId)
    const again: MintOrder = {
      // Safe: the wire says that it is an address.
      contract: shown.contract_address as Address,
      account: wallet.address,
      phaseId: sent.phaseId,
      quantity: sent.asked,
      unitWei: sent.unitWei,
      entry: entries?.find(({ phase_id }) => phase_id === sent.phaseId) ?? null,
      referrer: null,
    }
    try {
      await simulateMint(client, again, blockTag)
      return undefined
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.kind !== 'contract' || !phase) return undefined
      const about = {
        phase: { title: phase.title, allowed: phase.maxPerWallet },
        network: network.name,
      }
      return refusalSentence(refusal.error, about, true)
    }
  }

  // A mint sent before a reload, or in another tab, is found again.
  useEffect(() => {
    let isHere = true
    const place = {
      account: wallet.address.toLowerCase(),
      chainId: collection.chain_id,
      contract: collection.contract_address.toLowerCase(),
    }
    void findPendingMint(place).then((sent) => {
      if (sent && isHere && !following.current) void follow(sent)
    })
    return () => {
      isHere = false
    }
  }, [wallet.address, collection.chain_id, collection.contract_address, follow])

  useEffect(
    () => () => {
      following.current?.abort()
      following.current = null
    },
    [],
  )

  const mint = async () => {
    if (!order || isBusy || attempt || state.code !== 'ready') return
    setFault(null)
    setResult(null)
    setIsBusy(true)
    const { phase } = state.params
    try {
      await simulateMint(client, order, blockTag)
      setAttempt({ step: 'wallet', quantity: order.quantity, hash: null })
      const sinceBlock = await getBlockNumber(client, { cacheTime: 0 })
      const signer = await getConnectorClient(wagmi, {
        account: wallet.address,
        chainId: collection.chain_id,
      })
      const hash = await sendMint(signer, order)
      const sent: PendingMint = {
        account: wallet.address.toLowerCase(),
        chainId: collection.chain_id,
        contract: collection.contract_address.toLowerCase(),
        hash,
        asked: order.quantity,
        unitWei: order.unitWei,
        phaseId: order.phaseId,
        mintedBefore: collection.minted,
        sinceBlock,
        nonce: null,
      }
      await keepPendingMint(sent)
      void follow(sent)
    } catch (error) {
      setAttempt(null)
      const refusal = refusalOf(error)
      if (refusal.kind === 'contract' && refusal.error === 'BadReferrer') {
        setIsReferred(false)
      }
      const about = { phase, network: network.name }
      setFault(sentenceOfRefusal(refusal, about, wallet.name))
      refresh()
    } finally {
      setIsBusy(false)
    }
  }

  const moveWallet = async () => {
    setFault(null)
    setIsBusy(true)
    try {
      const connector = wagmi.connectors.find(({ id }) => id === wallet.connector)
      await switchChain(wagmi, {
        chainId: collection.chain_id,
        ...(connector && { connector }),
      })
    } catch {
      setFault(
        `Your wallet stayed on ${frame.wallet?.network ?? 'its network'}; choose ${network.name} in ${wallet.name} and this page will notice.`,
      )
    } finally {
      setIsBusy(false)
    }
  }

  const onAction = (action: MintAction) => {
    switch (action) {
      case 'mint':
        return void mint()
      case 'switch_chain':
        return void moveWallet()
      case 'connect':
      case 'use_another_wallet':
        return openWalletDialog({ purpose: 'connect' })
      case 'get_funds':
        setFault(null)
        if (network.is_demo) return openFaucetDialog({ chainId: network.id })
        if (config.bridge_url) open(config.bridge_url, '_blank', 'noopener')
        return
      case 'mint_fewer':
        if (state.code === 'insufficient_funds') setQuantity(state.params.affordable)
        return
      case 'mint_more':
        setResult(null)
        setQuantity(1)
        return
      case 'share':
        return void share(collection, wallet.address)
      case 'retry':
        return refresh()
      case 'add_to_calendar': {
        const phase = calendarPhase(state)
        if (phase) addToCalendar(calendarEvent(collection, network, phase))
      }
    }
  }

  return (
    <MintView
      {...frame}
      now={now}
      state={state}
      fault={fault}
      referrer={referrer}
      balanceWei={input.wallet?.balanceWei ?? null}
      isBusy={isBusy}
      onAction={onAction}
      onQuantity={(next) => {
        setFault(null)
        setQuantity(next)
      }}
      onPhase={(phaseId) => {
        setFault(null)
        setChosenPhaseId(phaseId)
      }}
    />
  )
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
  const barred = [wallet.address, collection.creator.address, collection.owner]
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
    if (offers.code === 'chain_unavailable') return 'network'
  }
  return balance ? 'network' : null
}

function sentenceOfRefusal(
  refusal: ReturnType<typeof refusalOf>,
  about: { phase: { title: string; allowed: number }; network: string },
  walletName: string,
): string {
  switch (refusal.kind) {
    case 'rejected':
      return 'You closed the request in your wallet; nothing was sent.'
    case 'busy':
      return `${walletName} already has a request open; finish it there.`
    case 'funds':
      return 'Your wallet does not hold enough for the price and the network fee; nothing was sent.'
    case 'unreachable':
      return `${about.network} did not answer; nothing was sent.`
    case 'contract':
      return (
        refusalSentence(refusal.error, about, false) ??
        `The contract refused this mint for a reason we do not know; nothing was sent, and the code is ${(refusal.data ?? refusal.error).slice(0, 10)}.`
      )
    case 'unknown':
      return `${walletName} could not send it: ${refusal.message.replace(/\.$/, '')}.`
  }
}

async function sentenceOfEnd(
  end: Exclude<MintEnd, { end: 'mined' }>,
  network: Network,
  whyReverted: () => Promise<string | undefined>,
): Promise<string> {
  switch (end.end) {
    case 'cancelled':
      return 'You cancelled in your wallet; only a network fee was spent.'
    case 'displaced':
      return 'Your wallet sent another transaction in its place; nothing was minted.'
    case 'dropped':
      return `${network.name} dropped the transaction; nothing was charged and you can mint again.`
    case 'reverted':
      return (
        (await whyReverted()) ??
        `The mint failed on ${network.name}; only the network fee was spent.`
      )
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

function pageKey(collection: Collection, alias: string) {
  return oneCollection(collection.chain_alias, alias).queryKey
}

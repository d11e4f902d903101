import { shortAddress } from '@platemark/rules/amounts'
import {
  type MintSubject,
  sentenceOfEnd,
  sentenceOfRefusal,
} from '@platemark/rules/mint-sentences'
import type { MintAttempt, MintResult } from '@platemark/rules/mint-state'
import { mintRefusals } from '@platemark/rules/refusal-words'
import type { MintOrder } from '@platemark/sale/mint-call'
import {
  aloneAt,
  findPendingMint,
  forgetPendingMint,
  keepPendingMint,
  onPendingMint,
  type PendingMint,
} from '@platemark/sale/pending-mints'
import { mintedIn } from '@platemark/sale/receipt'
import type { BlockTag } from '@platemark/sale/rpc'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Address, Client } from 'viem'
import { getBlockNumber } from 'viem/actions'
import type { Config } from 'wagmi'
import { getConnectorClient } from 'wagmi/actions'
import { followMint, type MintEnd } from './follow-mint.ts'
import { type Refusal, refusalOf, sendMint, simulateMint } from './send-mint.ts'
import type { Ahead } from './terms.ts'

type MintPlace = {
  wagmi: Config
  client: Client
  blockTag: BlockTag
  chainId: number
  /** The collection, and the wallet that mints. */
  contract: Address
  account: Address
  /** The names in sentences about a phase. */
  subjectOf: (phaseId: number) => MintSubject
  onAhead: (ahead: Ahead | null) => void
  /** Called when what was read of the chain is out of date. */
  onChanged: () => void
}

/**
 * Sends mints and follows them to their end: one at a time, also one that was sent before a
 * reload. What goes wrong is told in `fault` until the next try.
 */
export function useMint(place: MintPlace) {
  const [attempt, setAttempt] = useState<MintAttempt | null>(null)
  const [result, setResult] = useState<MintResult | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [faultCode, setFaultCode] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const following = useRef<AbortController>(null)
  const isSending = useRef(false)
  const isHere = useRef(false)
  const latest = useRef(place)
  latest.current = place
  const { account, chainId, contract } = place

  const follow = useCallback(async (sent: PendingMint, order?: MintOrder) => {
    following.current?.abort()
    const controller = new AbortController()
    following.current = controller
    const { signal } = controller
    const { client, onAhead, onChanged, subjectOf, blockTag } = latest.current
    const show = (hash: string) =>
      setAttempt({
        step: 'sent',
        quantity: sent.asked,
        hash,
        totalWei: sent.unitWei * BigInt(sent.asked),
        sentAt: sent.sentAt,
      })
    const aheadBy = (quantity: number) =>
      onAhead({ minted: sent.mintedBefore + quantity, phaseId: sent.phaseId })

    show(sent.hash)
    aheadBy(sent.asked)
    const end = await followMint(sent, {
      client,
      signal,
      onReplaced: (hash) => {
        void keepPendingMint({ ...sent, hash })
        setFault(
          `Your wallet sent a new copy with a higher fee; we follow ${shortAddress(hash)} now.`,
        )
        show(hash)
      },
    })
    if (!end) return
    following.current = null
    await forgetPendingMint(sent)
    setAttempt(null)
    if (end.end === 'mined') {
      const read = mintedIn(end.receipt, sent)
      aheadBy(read.quantity)
      setFault(null)
      setResult({
        ...read,
        asked: sent.asked,
        hash: end.receipt.transactionHash,
        returnedWei: sent.unitWei * BigInt(sent.asked - read.quantity),
      })
    } else {
      onAhead(null)
      const reason = await reasonOf(end, client, blockTag, order)
      setFault(sentenceOfEnd(end, subjectOf(sent.phaseId), reason))
    }
    onChanged()
  }, [])

  // A mint sent before a reload, or in another tab, is found again.
  useEffect(() => {
    isHere.current = true
    const look = async () => {
      const sent = await findPendingMint({ account, chainId, contract })
      if (sent && isHere.current && !following.current) void follow(sent)
    }
    void look()
    const stop = onPendingMint({ account, chainId, contract }, () => {
      latest.current.onChanged()
      void look()
    })
    return () => {
      isHere.current = false
      if (following.current) latest.current.onAhead(null)
      stop()
      following.current?.abort()
      following.current = null
    }
  }, [account, chainId, contract, follow])

  const show = (text: string | null) => {
    setFault(text)
    setFaultCode(null)
  }

  /** Sends one mint. `mintedBefore` is the count that its tokens come on top of. */
  const send = async (order: MintOrder, mintedBefore: number) => {
    if (isSending.current || attempt) return undefined
    isSending.current = true
    const { subjectOf, onChanged } = latest.current
    show(null)
    setResult(null)
    setIsBusy(true)
    try {
      const here = { account, chainId, contract }
      const isAlone = await aloneAt(here, async () => {
        // Another tab may have sent one a moment ago.
        const sent = (await findPendingMint(here)) ?? (await sendNow(order, mintedBefore))
        // Whoever shows this wallet next finds it again.
        if (isHere.current) void follow(sent, order)
      })
      if (!isAlone) show(sentenceOfRefusal({ kind: 'busy' }, subjectOf(order.phaseId)))
      return undefined
    } catch (error) {
      const refusal = refusalOf(error)
      setAttempt(null)
      show(sentenceOfRefusal(refusal, subjectOf(order.phaseId)))
      setFaultCode(unknownCodeOf(refusal))
      onChanged()
      return refusal
    } finally {
      isSending.current = false
      setIsBusy(false)
    }
  }

  /** Asks the chain, then the wallet, and keeps what was sent. Throws what either says. */
  const sendNow = async (order: MintOrder, mintedBefore: number) => {
    const { client, wagmi, blockTag } = latest.current
    const { quantity, unitWei, phaseId } = order
    await simulateMint(client, order, blockTag)
    const totalWei = unitWei * BigInt(quantity)
    setAttempt({ step: 'wallet', quantity, hash: null, totalWei, sentAt: null })
    const sinceBlock = await getBlockNumber(client, { cacheTime: 0 })
    const signer = await getConnectorClient(wagmi, { account, chainId })
    const hash = await sendMint(signer, order)
    const sent: PendingMint = {
      account,
      chainId,
      contract,
      hash,
      asked: quantity,
      unitWei,
      phaseId,
      mintedBefore,
      sinceBlock,
      nonce: null,
      sentAt: Date.now(),
    }
    await keepPendingMint(sent)
    return sent
  }

  const putAside = () => setResult(null)
  return { attempt, result, fault, faultCode, isBusy, send, putAside, setFault: show }
}

/** The code of an error that has no sentence of its own. */
function unknownCodeOf(refusal: Refusal): string | null {
  const isUnknown = refusal.kind === 'contract' && !(refusal.error in mintRefusals)
  return isUnknown ? refusal.data : null
}

/** What the contract says to the same mint now: a reason is seldom gone that quickly. */
async function reasonOf(
  { end }: MintEnd,
  client: Client,
  blockTag: BlockTag,
  order: MintOrder | undefined,
): Promise<Refusal | undefined> {
  if (end !== 'reverted' || !order) return undefined
  try {
    await simulateMint(client, order, blockTag)
    return undefined
  } catch (error) {
    return refusalOf(error)
  }
}

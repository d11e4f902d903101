import type { MintAttempt, MintResult } from '@platemark/rules/mint-state'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Address, Client } from 'viem'
import { getBlockNumber } from 'viem/actions'
import type { Config } from 'wagmi'
import { getConnectorClient } from 'wagmi/actions'
import { shortAddress } from '../../lib/format.ts'
import { followMint, type MintEnd } from './follow-mint.ts'
import { type MintSubject, sentenceOfEnd, sentenceOfRefusal } from './mint-sentences.ts'
import {
  findPendingMint,
  forgetPendingMint,
  keepPendingMint,
  type PendingMint,
} from './pending-mints.ts'
import {
  type BlockTag,
  type MintOrder,
  type Refusal,
  readReceipt,
  refusalOf,
  sendMint,
  simulateMint,
} from './send-mint.ts'
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
  const [isBusy, setIsBusy] = useState(false)
  const following = useRef<AbortController>(null)
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
      setAttempt({ step: 'sent', quantity: sent.asked, hash })
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
    await forgetPendingMint(sent)
    setAttempt(null)
    if (end.end === 'mined') {
      const read = readReceipt(end.receipt, mintOf(sent))
      aheadBy(read.quantity)
      setFault(null)
      setResult({ ...read, asked: sent.asked, hash: end.receipt.transactionHash })
    } else {
      onAhead(null)
      const reason = await reasonOf(end, client, blockTag, order)
      setFault(sentenceOfEnd(end, subjectOf(sent.phaseId), reason))
    }
    onChanged()
  }, [])

  // A mint sent before a reload, or in another tab, is found again.
  useEffect(() => {
    let isHere = true
    void findPendingMint({ account, chainId, contract }).then((sent) => {
      if (sent && isHere && !following.current) void follow(sent)
    })
    return () => {
      isHere = false
      following.current?.abort()
      following.current = null
    }
  }, [account, chainId, contract, follow])

  /** Sends one mint. `mintedBefore` is the count that its tokens come on top of. */
  const send = async (order: MintOrder, mintedBefore: number) => {
    if (isBusy || attempt) return undefined
    const { client, wagmi, blockTag, subjectOf, onChanged } = latest.current
    setFault(null)
    setResult(null)
    setIsBusy(true)
    try {
      await simulateMint(client, order, blockTag)
      setAttempt({ step: 'wallet', quantity: order.quantity, hash: null })
      const sinceBlock = await getBlockNumber(client, { cacheTime: 0 })
      const signer = await getConnectorClient(wagmi, { account, chainId })
      const hash = await sendMint(signer, order)
      const sent: PendingMint = {
        account,
        chainId,
        contract,
        hash,
        asked: order.quantity,
        unitWei: order.unitWei,
        phaseId: order.phaseId,
        mintedBefore,
        sinceBlock,
        nonce: null,
      }
      await keepPendingMint(sent)
      void follow(sent, order)
      return undefined
    } catch (error) {
      const refusal = refusalOf(error)
      setAttempt(null)
      setFault(sentenceOfRefusal(refusal, subjectOf(order.phaseId)))
      onChanged()
      return refusal
    } finally {
      setIsBusy(false)
    }
  }

  const putAside = () => setResult(null)
  return { attempt, result, fault, isBusy, send, putAside, setFault }
}

function mintOf(sent: PendingMint) {
  return { contract: sent.contract, account: sent.account, unitWei: sent.unitWei }
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

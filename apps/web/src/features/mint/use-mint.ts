import type { MintOrder } from '@platemark/mint/mint-order'
import type { MintShown } from '@platemark/mint/mint-result'
import { createMintSession, type MintSession } from '@platemark/mint/mint-session'
import type { MintScope } from '@platemark/mint/pending-mints'
import type { BlockTag } from '@platemark/mint/rpc'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Client } from 'viem'
import { createChainRpc } from '../../lib/chain-rpc.ts'
import type { OptimisticMinted } from './collection-overlay.ts'

type Needs = Pick<
  Parameters<typeof createMintSession>[0],
  'subjectOf' | 'onChanged' | 'signer'
> &
  MintScope & {
    client: Client
    blockTag: BlockTag
    /** Confirmations until a mint counts as final. */
    depth: number
    /** Service that may pay the network fee; null without one. */
    sponsorUrl: string | null
    onOptimisticMinted: (optimisticMinted: OptimisticMinted | null) => void
  }

type Shown = Omit<MintShown, 'optimisticMinted'>

const nothing: Shown = {
  attempt: null,
  result: null,
  fault: null,
  warning: null,
  faultCode: null,
}

/**
 * Sends mints one at a time and tracks them, including one sent before a reload. `fault`
 * holds the error of the last attempt.
 */
export function useMint(needs: Needs) {
  const [shown, setShown] = useState(nothing)
  const [isBusy, setIsBusy] = useState(false)
  const show = useCallback(
    (changes: Partial<Shown>) => setShown((old) => ({ ...old, ...changes })),
    [],
  )
  const minting = useMinting(needs, show)

  /** Sends an order; resolves to the refusal that stopped it, or to undefined. */
  const send = async (order: MintOrder, mintedBefore: number) => {
    setIsBusy(true)
    try {
      return await minting.current?.send(order, mintedBefore)
    } finally {
      setIsBusy(false)
    }
  }
  const setFault = (fault: string | null) => show({ fault, faultCode: null })
  return {
    ...shown,
    ...{ isBusy, send, setFault },
    putAside: () => show({ result: null }),
    stopWaiting: () => minting.current?.stopWaiting(),
  }
}

/** Runs a mint session for the wallet and collection while both are mounted. */
function useMinting(needs: Needs, show: (changes: Partial<Shown>) => void) {
  const minting = useRef<MintSession>(null)
  const latest = useRef(needs)
  latest.current = needs
  const { account, chainId, contract } = needs
  useEffect(() => {
    const { client, blockTag, depth, sponsorUrl } = latest.current
    const opened = createMintSession({
      scope: { account, chainId, contract },
      rpc: createChainRpc(client),
      blockTag,
      depth,
      sponsorUrl,
      signer: () => latest.current.signer(),
      subjectOf: (phaseId) => latest.current.subjectOf(phaseId),
      onChanged: () => latest.current.onChanged(),
      show({ optimisticMinted, ...changes }) {
        if (optimisticMinted !== undefined)
          latest.current.onOptimisticMinted(optimisticMinted)
        show(changes)
      },
    })
    minting.current = opened
    // A frozen tab misses the events of other tabs.
    const look = () => void opened.recover()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      opened.end()
    }
  }, [account, chainId, contract, show])
  return minting
}

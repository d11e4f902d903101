import type { MintSession } from '@platemark/mint/mint-session'
import type { MintScope } from '@platemark/mint/pending-mints'
import type { Rpc } from '@platemark/mint/rpc'
import { phaseNames } from '@platemark/rules/mint-result-messages'
import type { MintResult } from '@platemark/rules/mint-state-types'
import { formatMoment } from '@platemark/rules/times'
import type { Provider } from '@platemark/wallet/provider'
import type { WalletChunk } from './connection.ts'
import type { Address, Facts } from './facts.ts'
import { optimisticTerms, toMintOrder } from './model.ts'
import type { Store } from './store.ts'

/** Detail of the `platemark:mint` event. */
export type MintDetail = {
  chain: string
  address: Address
  account: Address
  transaction: string
  quantity: number
  token_ids: readonly string[]
}

export type PanelMint = {
  mint(): Promise<void>
  /** Recovers a mint that was sent before a reload, or in another tab. */
  resume(): Promise<void>
  /** Ends the wait for a wallet that has not answered. */
  stopWaiting(): void
  /** Stops tracking the mint of an account that has disconnected. */
  leave(): void
}

type Needs = {
  loadWalletChunk(): Promise<WalletChunk>
  rpc(facts: Facts): Rpc
  provider(): Provider | null
  refresh(): Promise<void>
  onMint(detail: MintDetail): void
}

/** Mints for the connected wallet. */
export function createPanelMint(store: Store, needs: Needs): PanelMint {
  const { model } = store
  let open: { key: string; minting: MintSession } | undefined
  const leave = () => {
    open?.minting.end()
    open = undefined
  }
  store.signal.addEventListener('abort', leave)

  /** Returns the mint session of the current account. */
  const current = async () => {
    const { createMintSession } = await needs.loadWalletChunk()
    const { facts, wallet } = model
    if (!facts || !wallet || store.signal.aborted) return undefined
    const key = `${facts.network.id}:${facts.contract}:${wallet.address}`.toLowerCase()
    if (open?.key === key) return open.minting
    leave()
    const minting = createMintSession(toSessionOptions(store, needs, facts, wallet))
    open = { key, minting }
    return minting
  }

  return {
    async resume() {
      if (!model.facts || !model.wallet) return
      const minting = await current()
      await minting?.recover()
    },
    mint: async () => send(store, await current()),
    stopWaiting: () => open?.minting.stopWaiting(),
    leave() {
      leave()
      store.update({
        ...{ attempt: null, result: null, optimisticMinted: null },
        ...{ notice: null, warning: null },
      })
    },
  }
}

/** Sends the order that the panel shows as ready. */
async function send(store: Store, minting: MintSession | undefined): Promise<void> {
  const { model } = store
  const state = store.state()
  const order = toMintOrder(model, state)
  if (state?.code !== 'ready' || !order || !minting || model.isBusy) return
  store.update({ isBusy: true })
  try {
    const refusal = await minting.send(order, optimisticTerms(model).minted)
    const isBarred = refusal?.kind === 'contract' && refusal.error === 'BadReferrer'
    if (isBarred) store.update({ isReferrerBarred: true })
  } finally {
    store.update({ isBusy: false })
  }
}

function toSessionOptions(
  store: Store,
  { rpc, provider, refresh, onMint }: Needs,
  facts: Facts,
  { address: account }: Pick<MintDetail, 'address'>,
): Parameters<WalletChunk['createMintSession']>[0] {
  const { model } = store
  const { network, contract } = facts
  const place = { account, chainId: network.id, contract }
  let emittedHash = ''
  const terms = () => (model.facts ?? facts).terms
  return {
    scope: place,
    // Use the newest facts: the list of nodes may be more complete by then.
    rpc: (method, params) => rpc(model.facts ?? facts)(method, params),
    blockTag: network.isDemo ? 'pending' : 'latest',
    depth: network.confirmations,
    sponsorUrl: network.sponsorUrl ?? null,
    async signer() {
      const signer = provider()
      if (!signer) throw new Error('it is not connected any more')
      return signer
    },
    subjectOf: (phaseId) => ({
      phase: phaseNames(phaseId, terms().phases, model.wallet?.facts?.phases),
      network: network.name,
      wallet: model.wallet?.name ?? 'Your wallet',
      now: model.now,
      when: (at) => formatMoment(at, true, model.now),
    }),
    show({ faultCode: _, ...changes }) {
      store.update(changes)
      const { result } = changes
      // A reorganized mint may be confirmed again: emit it once.
      if (!result || result.hash === emittedHash) return
      emittedHash = result.hash
      onMint(toMintDetail(result, place, network.alias))
    },
    onChanged: () => void refresh(),
  }
}

function toMintDetail(
  { hash: transaction, quantity, tokenIds: token_ids }: MintResult,
  { contract: address, account }: MintScope,
  chain: string,
): MintDetail {
  return { chain, address, account, transaction, quantity, token_ids }
}

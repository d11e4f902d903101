import { Problem } from '@platemark/api/problem'
import { type Rpc, RpcError } from '@platemark/mint/rpc'
import { fetchFacts, fetchNetwork, fetchWalletFacts } from './api-source.ts'
import type { ChainSource } from './chain-source.ts'
import { type Facts, NoFactsError, type WalletFacts } from './facts.ts'
import type { ConnectedWallet } from './model.ts'
import type { Store } from './store.ts'

/** Sources of collection and wallet. */
export type Sources = {
  store: Store
  /** Loads the chain source on first use. */
  chain(): Promise<ChainSource>
  rpc(facts: Facts): Rpc
}

/** Reads the collection from the API, or from the chain when the API cannot return it. */
export async function readFacts(sources: Sources): Promise<void> {
  const { store } = sources
  const { settings } = store.model
  try {
    store.update({ facts: await fetchFacts(settings, store.signal), problem: null })
  } catch (error) {
    await readWithoutApi(sources, error)
  }
}

async function readWithoutApi({ store, chain }: Sources, error: unknown): Promise<void> {
  const { model, signal } = store
  if (signal.aborted) return
  const answer = error instanceof Problem && error.requestId ? error.code : undefined
  if (answer === 'blocked') return store.update({ problem: 'blocked' })
  try {
    // A responding API knows the network, whose nodes may be its own.
    const network = answer
      ? await fetchNetwork(model.settings, signal).catch(() => null)
      : null
    const source = await chain()
    const facts = await source.read({ facts: model.facts, network }, signal)
    // Not indexed yet: minting opens once it is.
    store.update({ facts, problem: answer === 'not_found' ? 'not_indexed' : null })
  } catch (reason) {
    store.update({ problem: problemOf(reason, answer) })
  }
}

/** Reads the connected wallet, when it is on the collection's network. */
export async function readWallet({ store, chain, rpc }: Sources): Promise<void> {
  const { model, signal } = store
  const { settings, facts, wallet } = model
  if (!facts || !wallet || wallet.chainId !== facts.network.id) return
  const node = rpc(facts)
  const byChain = async () => (await chain()).readWallet(facts, wallet.address, node)
  const byApi = () =>
    fetchWalletFacts({ settings, facts, rpc: node }, wallet.address, signal).catch(
      byChain,
    )
  try {
    const read: WalletFacts = await (facts.source === 'chain' ? byChain() : byApi())
    if (isConnected(store, wallet)) {
      store.update({ wallet: { ...wallet, facts: read, isUnreachable: false } })
    }
  } catch {
    if (isConnected(store, wallet)) {
      store.update({ wallet: { ...wallet, isUnreachable: true } })
    }
  }
}

function isConnected({ model }: Store, { address, chainId }: ConnectedWallet): boolean {
  return model.wallet?.address === address && model.wallet.chainId === chainId
}

/** Returns the problem of a failed chain read, after the API's error code `answer`. */
function problemOf(reason: unknown, answer: string | undefined) {
  if (answer === 'unknown_chain') {
    return { sentence: 'This site does not offer collections of this network.' }
  }
  const isReverted = reason instanceof RpcError
  if (!isReverted && !(reason instanceof NoFactsError)) {
    return answer === 'too_many_requests' ? 'too_often' : 'network'
  }
  return {
    sentence:
      answer === 'not_found' || isReverted
        ? 'There is no collection at this address.'
        : reason.message,
  }
}

import { depths } from '@platemark/chains/depths'
import { findNetwork } from '@platemark/chains/networks'
import {
  entriesOf,
  type ListFile,
  type PublishedList,
  readListFile,
} from '@platemark/sale/list-file'
import { httpRpc, type Rpc } from '@platemark/sale/rpc'
import { readSale, type Sale } from '@platemark/sale/sale'
import { readWallet } from '@platemark/sale/wallet'
import { rpcOf } from './api-source.ts'
import type { Address, Facts, NetworkFacts, WalletFacts } from './facts.ts'
import { keptLists } from './kept-lists.ts'
import { NoFacts } from './no-facts.ts'
import { isAddress, type Settings } from './settings.ts'
import { networkName } from './speech.ts'

/** Reads a collection without our API: terms from its contract, lists from their files. */
export type ChainSource = {
  read(from: Known, signal: AbortSignal): Promise<Facts>
  readWallet(facts: Facts, account: Address, rpc: Rpc): Promise<WalletFacts>
}

type Known = {
  /** What the API said before it fell silent: names, links and the picture stay. */
  facts: Facts | null
  /** What the API says of the network, where it knows no more. */
  network: NetworkFacts | null
}

/** How long a file that did not come is left alone. */
const AGAIN_MS = 30_000

/** Files are fetched once; the source keeps them. */
export function chainSource(settings: Settings): ChainSource {
  const files = new Map<string, Promise<ListFile>>()
  const published = new Map<Address, ReturnType<typeof keptLists>>()
  let sale: Sale | undefined

  const fileOf = ({ contentHash, root }: PublishedList, folder: string) => {
    const url = `${folder}${contentHash.slice(2)}.json`
    const kept = files.get(url)
    if (kept) return kept
    const found = readListFile(url, { contentHash, root })
    files.set(url, found)
    // A host that swallows requests would hold up every reading.
    found.catch(() => setTimeout(() => files.delete(url), AGAIN_MS))
    return found
  }
  const filesOf = async (lists: readonly PublishedList[], folder: string) => {
    const found = await Promise.allSettled(lists.map((list) => fileOf(list, folder)))
    return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }

  return {
    async read({ facts: known, network: told }, signal) {
      const network = known?.network ?? told ?? (await networkOf(settings, signal))
      const contract = known?.contract ?? settings.address
      if (!isAddress(contract)) {
        throw new NoFacts(
          'While the site does not answer, this panel needs the address of its collection.',
        )
      }
      const rpc = rpcOf(settings, network)
      const readLists = published.get(contract) ?? keptLists(contract)
      published.set(contract, readLists)
      const lists = (await readLists(rpc)) ?? known?.lists
      const listsUrl = known?.listsUrl ?? settings.lists ?? `${settings.api}/lists/`
      const found = await filesOf(lists ?? [], listsUrl)
      const read = await readSale(rpc, contract, blockTagOf(network), found).catch(
        (reason: unknown) => {
          // What lies there is no collection of ours.
          const isOther = reason instanceof TypeError
          throw isOther ? new NoFacts('There is no collection at this address.') : reason
        },
      )
      if (read.chainId !== network.id) {
        throw new NoFacts(`The node is of chain ${read.chainId}, not of ${network.name}.`)
      }
      sale = read
      const hasUnreadLists = !lists || found.length < lists.length
      return {
        ...factsOf(read, known, { contract, network, lists: lists ?? [], listsUrl }),
        hasUnreadLists,
      }
    },
    async readWallet(facts, account, rpc) {
      const found = await filesOf(facts.lists, facts.listsUrl)
      const tag = blockTagOf(facts.network)
      const current = sale ?? (await readSale(rpc, facts.contract, tag, found))
      const entries = found.flatMap((file) => entriesOf(file, account))
      const read = await readWallet(rpc, facts.contract, current, account, entries)
      return { ...read, entries }
    },
  }
}

function blockTagOf({ isDemo }: NetworkFacts) {
  return isDemo ? 'pending' : 'latest'
}

/** A network by its alias: the well-known ones, or whatever the page's node says it is. */
async function networkOf(
  { chain, rpcUrls }: Settings,
  signal: AbortSignal,
): Promise<NetworkFacts> {
  const known = findNetwork(chain)
  if (known) {
    return {
      id: known.id,
      alias: chain,
      name: known.name,
      coin: known.nativeCurrency,
      rpcUrls: [...known.rpcUrls],
      explorer: known.explorer,
      isDemo: known.confirmations === depths.embedded,
      isOpStack: known.stack === 'op',
      confirmations: known.confirmations,
    }
  }
  const id = await httpRpc(rpcUrls, { signal })('eth_chainId', [])
  return {
    id: Number(id),
    alias: chain,
    name: networkName(chain),
    coin: { name: 'Coin', symbol: '', decimals: 18 },
    rpcUrls: [],
    explorer: null,
    isDemo: false,
    isOpStack: false,
    confirmations: depths.unknown,
  }
}

type Place = {
  contract: Address
  network: NetworkFacts
  lists: readonly PublishedList[]
  listsUrl: string
}

function factsOf(
  sale: Sale,
  known: Facts | null,
  { contract, network, lists, listsUrl }: Place,
): Omit<Facts, 'hasUnreadLists'> {
  const titles = new Map(
    known?.terms.phases.map(({ phaseId, title }) => [phaseId, title]),
  )
  const phases = sale.terms.phases.map((phase) => ({
    ...phase,
    title: titles.get(phase.phaseId) ?? phase.title,
  }))
  return {
    source: 'chain',
    contract,
    network,
    name: known?.name ?? sale.name,
    kind: sale.kind,
    creator: known?.creator ?? { address: sale.creator, name: null },
    image: known?.image ?? null,
    terms: { ...sale.terms, phases },
    mintFeeWei: sale.mintFeeWei,
    rate: known?.rate ?? null,
    lists,
    listsUrl,
    site: known?.site ?? null,
  }
}

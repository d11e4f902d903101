import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { getCollection } from '@platemark/api/collections'
import { getConfig } from '@platemark/api/config'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import {
  type Address,
  createClient,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  keccak256,
  numberToHex,
  type PrivateKeyAccount,
  stringToHex,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { readContract, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import { requestRpc, requestRpcBatch } from '../../tools/json-rpc.ts'
import { creatorAccounts } from '../../tools/local/accounts.ts'
import { type Api, connectApi, signIn } from '../../tools/local/api.ts'
import { makeDraft, prepareDraft } from '../../tools/local/collection.ts'
import { isFull } from '../fixtures/extent.ts'
import { fromNow, openPhase } from '../fixtures/new-collection.ts'
import { operator } from '../fixtures/operator.ts'
import type { Stack } from '../fixtures/start-stack.ts'

/** API response for a collection that was made. */
export type Made = Awaited<ReturnType<typeof readMade>>

/** Texts of a collection that is made by calling the factory. */
export type ChainTexts = { name: string; symbol: string; uri: string }

/**
 * Makes collections by calling the factory, as any wallet can, from a new account, and mints
 * the first token of each. Resolves to the API's responses.
 */
export async function makeDirectly(
  { url, rpcUrls }: Stack,
  wishes: ChainTexts[],
): Promise<Made[]> {
  const api = connectApi(url)
  const { networks } = await api.call(getConfig, {})
  const factory = networks.find(({ alias }) => alias === 'local')?.contracts?.factory
  if (!factory) throw new Error('The chain has no factory.')
  const at = { address: getAddress(factory), abi: collectionFactoryAbi } as const
  const client = createClient({ chain: foundry, transport: http(rpcUrls.local) })
  const fee = await readContract(client, { ...at, functionName: 'mintFee' })
  const { address: from } = privateKeyToAccount(generatePrivateKey())
  await requestRpc(rpcUrls.local, 'anvil_setBalance', [from, numberToHex(10n ** 20n)])
  await requestRpc(rpcUrls.local, 'anvil_impersonateAccount', [from])
  const creations = wishes.map((texts, place) => ({
    ...{ from, to: at.address },
    data: creation(texts, fee, keccak256(stringToHex(`hostile ${place}`))),
  }))
  const results = await requestRpcBatch<Hex>(
    rpcUrls.local,
    'eth_call',
    creations.map((call) => [call, 'latest']),
  )
  const made = results.map((data) =>
    decodeFunctionResult({ abi: collectionFactoryAbi, functionName: 'create', data }),
  )
  const data = encodeFunctionData({
    ...{ abi: dropCollectionAbi, functionName: 'mint', args: [1n] },
  })
  const mints = made.map((to) => ({ from, to, data, value: numberToHex(fee) }))
  // One after the other: the chain may leave some of many concurrent ones pending.
  for (const call of [...creations, ...mints]) {
    const transaction = { ...call, gas: numberToHex(2_000_000) }
    await requestRpc(rpcUrls.local, 'eth_sendTransaction', [transaction])
  }
  const known: Made[] = []
  for (const address of made) known.push(await readMade(api, address, 1))
  return known
}

function creation({ name, symbol, uri }: ChainTexts, mintFee: bigint, salt: Hex): Hex {
  const params = {
    ...{ kind: 0, transferable: true, maxSupply: 100, mintFee, payees: [], notice: 0 },
    ...{ royaltyBps: 0, royaltyCeilingBps: 0, hasRoyaltySplit: false },
    ...{ listRoot: zeroHash, listContentHash: zeroHash, listNotBefore: 0 },
    provenanceHash: zeroHash,
    publicPhase: { price: 0n, start: 1, end: NEVER_ENDS, walletLimit: 50, supplyCap: 0 },
    ...{ name, symbol, baseUri: stringToHex(uri), contractUri: stringToHex(uri) },
  }
  return encodeFunctionData({
    abi: collectionFactoryAbi,
    functionName: 'create',
    args: [params, salt, BigInt(NEVER_ENDS)],
  })
}

/** Texts that a creator enters in the studio. */
export type StudioTexts = {
  name: string
  description: string
  titles: string[]
  links?: {
    website: string
    x: string
    discord: string
    instagram: string
    farcaster: string
  }
}

/**
 * Makes collections through the API and deploys them, as two concurrent creators, or
 * eight in the soak.
 */
export async function makeInStudio(stack: Stack, wishes: StudioTexts[]): Promise<Made[]> {
  const creators = creatorAccounts().slice(1, isFull ? 9 : 3)
  const shares = creators.map(async (creator, place) => {
    const api = await signIn(stack.url, creator)
    const made: Made[] = []
    for (const wish of wishes.filter((_, at) => at % creators.length === place)) {
      made.push(await makeOne(stack, api, creator, wish))
    }
    return made
  })
  return (await Promise.all(shares)).flat()
}

async function makeOne(
  { rpcUrls }: Stack,
  api: Api,
  creator: PrivateKeyAccount,
  { name, description, titles, links }: StudioTexts,
): Promise<Made> {
  const phases = titles.map((title, place) =>
    openPhase(
      place === 0
        ? { title }
        : {
            ...{ phase_id: place, kind: 'allowlist', title },
            ...{ start: fromNow(place * 3600), end: fromNow(place * 3600 + 1800) },
          },
    ),
  )
  const lists = phases.slice(1).map(({ phase_id }) => ({
    phase_id,
    entries: [{ address: creator.address }],
  }))
  const fields = {
    ...{ chain_alias: 'local', kind: 'drop' as const, symbol: 'XSS', max_supply: 100 },
    ...{ name, description, phases, ...(links && { links }) },
  }
  const content = { fields, image: undefined, cover: undefined, lists }
  const { to, data, valueWei, address } = await prepareDraft(
    api,
    await makeDraft(api, content),
  )
  const client = createClient({ chain: foundry, transport: http(rpcUrls.local) })
  const hash = await sendTransaction(client, {
    ...{ account: creator, to, data, value: valueWei },
  })
  await waitForTransactionReceipt(client, { hash, pollingInterval: 50 })
  return readMade(api, address, 0)
}

/** Promotes a collection on the launchpad, as the operator. */
export async function promote(stack: Stack, made: Made, label: string): Promise<void> {
  const place = `${made.chain_alias}/${made.contract_address}`
  await operator(stack, 'promote', place, `--label=${label}`)
}

/** Waits until the API returns the collection with this many tokens. */
async function readMade(api: Api, address: Address, minted: number) {
  const params = { chain_alias: 'local', contract_address: address }
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const found = await api.call(getCollection, { params }).catch(() => undefined)
    if (found && found.minted >= minted) return found
    await new Promise((resume) => setTimeout(resume, 200))
  }
  throw new Error(`API has no collection ${address}`)
}

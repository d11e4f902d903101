import { randomBytes } from 'node:crypto'
import { collectionAbi } from '@platemark/abi/collection'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { type CreateParams, computeCollectionId } from '@platemark/abi/create-params'
import { deployedAddresses, deploymentPlan } from '@platemark/abi/deploy'
import { type ListTerms, listLeaf, listTree, packTerms } from '@platemark/rules/allowlist'
import {
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type Hex,
  parseEther,
  sha256,
  stringToHex,
  toHex,
  zeroHash,
} from 'viem'
import { foundry } from 'viem/chains'
import type { MintOrder } from '../src/mint-order.ts'
import type { TestChain } from './chain.ts'

/** Wei for one token of the collections below; they have no mint fee unless they name one. */
export const price = parseEther('0.002')

/** A public phase that is open for ever, 5 a wallet. */
export const openNow = {
  price,
  start: 0,
  end: 4_294_967_295,
  walletLimit: 5,
  supplyCap: 0,
}

/** Returns the order of one token in the public phase, with `changes` applied. */
export function orderFor(
  contract: Address,
  account: Address,
  changes: Partial<MintOrder> = {},
): MintOrder {
  return {
    contract,
    account,
    phaseId: 255,
    quantity: 1,
    unitWei: price,
    entry: null,
    referrer: null,
    ...changes,
  }
}

type Setter = ContractFunctionName<typeof collectionAbi, 'nonpayable'>

/** Deploys the contracts to a chain, and creates collections there. */
export async function testCollections({ client }: TestChain) {
  const accounts = await client.getAddresses()
  const [creator, ada, bob] = accounts
  if (!creator || !ada || !bob) throw new Error('The chain has no accounts.')
  const plan = deploymentPlan(creator)
  for (const { to, data } of plan) {
    const sent = { account: creator, chain: foundry, to, data }
    const hash = await client.sendTransaction(sent)
    await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  }
  const { factory, payouts } = deployedAddresses(plan)
  // Files share a process, and with it the locks and stored mints of a collection's address.
  const nextSalt = (): Hex => toHex(randomBytes(32))
  return {
    creator,
    ada,
    bob,
    payouts,
    nextSalt,
    /** Creates a drop of 100, with `changes` applied, and resolves with its address. */
    async create(changes: Partial<CreateParams> = {}, salt = nextSalt()) {
      const { request, result } = await client.simulateContract({
        account: creator,
        address: factory,
        abi: collectionFactoryAbi,
        functionName: 'create',
        args: [{ ...plain, ...changes }, salt, 2n ** 40n],
      })
      const hash = await client.writeContract(request)
      await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
      return result
    },
    /** Changes a collection as its creator. */
    async change<N extends Setter>(
      address: Address,
      functionName: N,
      args: ContractFunctionArgs<typeof collectionAbi, 'nonpayable', N>,
    ) {
      const call = { account: creator, chain: foundry, address, abi: collectionAbi }
      // Safe: the parameters pair each function with its arguments; viem cannot see the pair.
      const hash = await client.writeContract({ ...call, functionName, args } as never)
      const wait = { hash, pollingInterval: 20 }
      const { status } = await client.waitForTransactionReceipt(wait)
      if (status !== 'success') throw new Error(`${functionName} reverted`)
    },
    /** Builds a list of the collection that `creator` creates with `salt`, with its file. */
    list: (salt: Hex, phases: readonly TestPhase[]) =>
      listOf(
        { chainId: foundry.id, collectionId: computeCollectionId(creator, salt) },
        phases,
      ),
  }
}

type TestPhase = {
  title: string
  terms: ListTerms
  wallets: readonly { address: Address; terms?: Partial<ListTerms> }[]
}

function listOf(
  scope: { chainId: number; collectionId: Hex },
  phases: readonly TestPhase[],
) {
  const granted = phases.flatMap(({ terms, wallets }) =>
    wallets.map(({ address, terms: own }) => {
      const packed = packTerms({ ...terms, ...own })
      return { address: address.toLowerCase(), packed, terms: { ...terms, ...own } }
    }),
  )
  // Safe: they were addresses before they were lower-cased.
  const leaves = granted.map(({ address, packed }) =>
    listLeaf(scope, address as Address, packed),
  )
  const tree = listTree(leaves)
  const entries = tree.leaves.flatMap((leaf) => {
    const one = granted[leaves.indexOf(leaf)]
    if (!one) return []
    const { address, terms } = one
    return [[address, terms.phaseId, terms.limit, String(terms.priceWei)]]
  })
  const content = {
    version: 2,
    chain_id: scope.chainId,
    collection_id: scope.collectionId,
    root: tree.root,
    phases: phases.map(({ title, terms }) => phaseInFile(title, terms)),
    nodes: tree.pieceRoots,
    entries,
  }
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  return { bytes, root: tree.root, contentHash: sha256(bytes) }
}

function phaseInFile(title: string, terms: ListTerms) {
  return {
    phase_id: terms.phaseId,
    title,
    start: new Date(terms.start * 1000).toISOString(),
    end: new Date(terms.end * 1000).toISOString(),
    price_wei: String(terms.priceWei),
    max_per_wallet: terms.limit,
    max_supply: terms.phaseCap,
  }
}

const plain: CreateParams = {
  kind: 0,
  transferable: true,
  name: 'Prints',
  symbol: 'PRINT',
  maxSupply: 100,
  publicPhase: { price: 0n, start: 0, end: 0, walletLimit: 0, supplyCap: 0 },
  mintFee: 0n,
  royaltyBps: 0,
  royaltyCeilingBps: 0,
  hasRoyaltySplit: false,
  notice: 0,
  payees: [],
  baseUri: stringToHex('https://example.org/'),
  contractUri: '0x',
  provenanceHash: zeroHash,
  listRoot: zeroHash,
  listContentHash: zeroHash,
  listNotBefore: 0,
}

import { randomBytes } from 'node:crypto'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import { type Address, createClient, encodeFunctionData, type Hex, http } from 'viem'
import {
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import { newCollection, openPhase } from './new-collection.ts'
import type { Stack } from './start-stack.ts'

/** A collection whose tokens somebody has. */
type Minted = {
  /** The path of its page. */
  path: string
  contract: Address
  /** Who minted them. */
  owner: PrivateKeyAccount
  /** Calls the contract as the owner, and waits until it was mined. */
  call(functionName: string, args: readonly unknown[], value?: bigint): Promise<Hex>
  /** Mints more of them. */
  mint(quantity: number): Promise<Hex>
  /** Resolves once the API counts so many. */
  isRead(minted: number): Promise<void>
}

type Wishes = { name: string; kind?: 'drop' | 'edition' | 'open_edition' }

/** Makes a collection that costs nothing but the fee, and mints so many for somebody new. */
export async function mintedCollection(
  { url, rpcUrls }: Stack,
  wishes: Wishes,
  quantity: number,
): Promise<Minted> {
  const name = `${wishes.name} ${randomBytes(3).toString('hex')}`
  const phases = [openPhase({ price_wei: '0', max_per_wallet: 50 })]
  const path = await newCollection({ url, phases, ...wishes, name })
  const read = async () => {
    const response = await fetch(`${url}/api/contract${path.slice('/collection'.length)}`)
    return (await response.json()).data
  }
  const { contract_address: contract, mint_fee_wei } = await read()
  const owner = privateKeyToAccount(generatePrivateKey())
  const client = createClient({ chain: foundry, transport: http(rpcUrls.local) })
  const coins = `0x${(10n ** 19n).toString(16)}`
  await client.request<{ Parameters: [Hex, string]; ReturnType: null }>({
    // Safe: the development chain knows this method.
    method: 'anvil_setBalance' as never,
    params: [owner.address, coins],
  })
  const call = async (functionName: string, args: readonly unknown[], value = 0n) => {
    const data = encodeFunctionData({
      abi: [...dropCollectionAbi, ...editionCollectionAbi],
      functionName,
      args,
      // Safe: the tests name functions of our contracts; a wrong name throws.
    } as never)
    const hash = await sendTransaction(client, {
      account: owner,
      to: contract,
      data,
      value,
    })
    await waitForTransactionReceipt(client, { hash, pollingInterval: 50 })
    return hash
  }
  const mint = (count: number) =>
    call('mint', [BigInt(count)], BigInt(mint_fee_wei) * BigInt(count))
  const isRead = async (minted: number) => {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
      if ((await read()).minted >= minted) return
      await new Promise((resume) => setTimeout(resume, 100))
    }
    throw new Error('The mints were not read.')
  }
  if (quantity > 0) await mint(quantity)
  await isRead(quantity)
  return { path, contract, owner, call, mint, isRead }
}

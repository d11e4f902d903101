import { collectionAbi } from '@platemark/abi/collection'
import { toSeconds } from '@platemark/api/collection-terms'
import type { RehearsalReport } from '@platemark/api/rehearsal'
import { listLeaf, listTree, packTerms } from '@platemark/rules/allowlist'
import { type Address, encodeFunctionData, getAddress, type Hex, zeroAddress } from 'viem'
import { ampleGas, getReceipt, type TestChain } from '../chain.ts'

/** Published list file, as docs/list-files.md describes it. */
type ListFile = {
  chain_id: number
  collection_id: Hex
  phases: {
    phase_id: number
    start: string
    end: string
    price_wei: string
    max_per_wallet: number
    max_supply: number | null
  }[]
  entries: [Address, number, number | null, string | null][]
}

/** A wallet of a list file with what its mint needs. */
type Listed = {
  phase: number
  address: Address
  quantity: number
  priceWei: bigint
  packed: bigint
  proof: Hex[]
}

type Call = { from: Address; to: Address; data: Hex; valueWei?: bigint }

/** Reads a list file with proofs over the whole tree, apart from the code of the product. */
export function readListFile(file: ListFile): Listed[] {
  const scope = { chainId: file.chain_id, collectionId: file.collection_id }
  const wallets = file.entries.map(([address, phase_id, quantity, price]) => {
    const phase = file.phases.find((one) => one.phase_id === phase_id)
    if (!phase) throw new Error(`list file has no phase ${phase_id}`)
    const terms = {
      ...{ phaseId: phase_id, start: toSeconds(phase.start), end: toSeconds(phase.end) },
      priceWei: BigInt(price ?? phase.price_wei),
      ...{ limit: quantity ?? phase.max_per_wallet, phaseCap: phase.max_supply },
    }
    const packed = packTerms(terms)
    const leaf = listLeaf(scope, address, packed)
    return { phase: phase_id, address: getAddress(address), ...terms, packed, leaf }
  })
  const tree = listTree(wallets.map(({ leaf }) => leaf))
  return wallets.map(({ limit, leaf, ...wallet }) => ({
    ...wallet,
    quantity: limit,
    proof: tree.proofOf(leaf) ?? [],
  }))
}

/** Accounts of a chain that act without a signature, and its time. */
export function actOn({ client }: TestChain) {
  const send = async ({ from, to, data, valueWei = 0n }: Call, at: number) => {
    await client.setBalance({ address: from, value: 10n ** 27n })
    await client.setNextBlockTimestamp({ timestamp: BigInt(at) })
    const call = { from, to, data, value: valueWei, ...ampleGas }
    const hash = await client.sendUnsignedTransaction({ ...call, type: 'eip1559' })
    const receipt = await getReceipt({ client }, hash)
    return receipt.status === 'success'
  }
  return { client, send }
}

type Actor = ReturnType<typeof actOn>

/** Returns the mint of an account; as many as are left, of at most `quantity`. */
function mint(
  collection: { address: Address; feeWei: bigint },
  from: Address,
  quantity: number,
  terms: { priceWei: bigint; entry: Listed | undefined },
): Call {
  const { entry, priceWei } = terms
  const abi = collectionAbi
  const most = BigInt(quantity)
  const data = entry
    ? encodeFunctionData({
        ...{ abi, functionName: 'mintAllowlist' },
        args: [1n, most, zeroAddress, entry.packed, entry.proof],
      })
    : encodeFunctionData({
        ...{ abi, functionName: 'mintTo', args: [from, 1n, most, zeroAddress] },
      })
  const valueWei = (priceWei + collection.feeWei) * most
  return { from, to: collection.address, data, valueWei }
}

type Sale = {
  actor: Actor
  report: RehearsalReport
  listed: readonly Listed[]
}

const collectionOf = ({ report }: Sale) => ({
  // Safe: the API contract defines it as an address.
  address: report.contract_address as Address,
  feeWei: BigInt(report.mint_fee_wei),
})

/** Repeats every attempt of a report on the deployed collection; returns those that differ. */
export async function repeatAttempts(sale: Sale): Promise<unknown[]> {
  const { actor, report, listed } = sale
  const different: unknown[] = []
  for (const wallet of report.wallets) {
    const isPublic = wallet.phase_id === 255
    const entry = isPublic ? undefined : findEntry(listed, wallet)
    for (const attempt of wallet.attempts) {
      const state = await actor.client.snapshot()
      const terms = { priceWei: BigInt(wallet.price_wei), entry }
      const from = getAddress(wallet.address)
      const call = mint(collectionOf(sale), from, 1, terms)
      const isMinted = await actor.send(call, toSeconds(attempt.at))
      if (isMinted !== attempt.is_minted) different.push({ wallet, attempt, isMinted })
      await actor.client.revert({ id: state })
    }
  }
  return different
}

/** Returns the entry of a listed wallet, or that of another one for a stranger. */
function findEntry(
  listed: readonly Listed[],
  { phase_id, kind, address }: RehearsalReport['wallets'][number],
): Listed {
  const here = listed.filter(({ phase }) => phase === phase_id)
  const own = here.find((entry) => entry.address === getAddress(address))
  if ((own !== undefined) !== (kind === 'listed')) {
    throw new Error(`${address} is ${own ? '' : 'not '}on the list, against the report`)
  }
  const entry = own ?? here[0]
  if (!entry) throw new Error(`phase ${phase_id} has no list`)
  return entry
}

type Sold = { phase_id: number; minted: number; minters: number; coins: bigint }

/**
 * Sells the collection by its schedule: everyone mints all they can once a phase is open,
 * wallets of lists in the order of the file. Returns the sales of each phase.
 */
export async function sellAll(sale: Sale): Promise<Sold[]> {
  const { actor, report, listed } = sale
  const sold: Sold[] = []
  let time = toSeconds(report.deployed_at) + 60
  for (const phase of report.phases) {
    time = Math.max(time + 1, toSeconds(phase.start) + 1)
    const before = await readSold(sale)
    const minters = new Set<Address>()
    const buy = async (
      from: Address,
      quantity: number,
      terms: Parameters<typeof mint>[3],
    ) => {
      for (let left = quantity; left > 0; left -= 50) {
        const call = mint(collectionOf(sale), from, Math.min(left, 50), terms)
        time += 1
        if (!(await actor.send(call, time))) return false
        minters.add(from)
      }
      return true
    }
    if (phase.kind === 'public') await sellToStrangers(sale, phase, buy)
    for (const entry of listed) {
      if (entry.phase !== phase.phase_id) continue
      const { address, quantity, priceWei } = entry
      await buy(address, quantity, { priceWei, entry })
    }
    const after = await readSold(sale)
    sold.push({
      phase_id: phase.phase_id,
      ...{ minted: after.minted - before.minted, minters: minters.size },
      coins: after.coins - before.coins,
    })
  }
  return sold
}

/** Strangers mint in turn until one is refused; three where nothing limits the supply. */
async function sellToStrangers(
  { report }: Sale,
  { lowest_price_wei }: RehearsalReport['phases'][number],
  buy: (
    from: Address,
    quantity: number,
    terms: Parameters<typeof mint>[3],
  ) => Promise<boolean>,
): Promise<void> {
  const limit = report.wallets.find(({ phase_id }) => phase_id === 255)?.limit ?? 50
  const most = report.max_supply === null ? 3 : 1000
  for (let number = 0; number < most; number += 1) {
    const from = getAddress(`0x${(0xbee0000 + number).toString(16).padStart(40, '0')}`)
    const terms = { priceWei: BigInt(lowest_price_wei), entry: undefined }
    if (!(await buy(from, Math.min(limit, 50), terms))) return
  }
}

async function readSold(sale: Sale): Promise<{ minted: number; coins: bigint }> {
  const { address } = collectionOf(sale)
  const { client } = sale.actor
  const [{ minted }, coins] = await Promise.all([
    client.readContract({ address, abi: collectionAbi, functionName: 'overview' }),
    client.getBalance({ address }),
  ])
  return { minted: Number(minted), coins }
}

/** Withdraws for an account, and returns the wei that reached `paid`. */
export async function withdrawReally(
  sale: Sale,
  { account, paid }: { account: Address; paid: Address },
): Promise<bigint> {
  const { client, send } = sale.actor
  const { address: to } = collectionOf(sale)
  const data = encodeFunctionData({
    ...{ abi: collectionAbi, functionName: 'release', args: [account] },
  })
  const before = await client.getBalance({ address: paid })
  const { timestamp } = await client.getBlock()
  const from = getAddress(`0x${'c0de'.padStart(40, '0')}`)
  await send({ from, to, data }, Number(timestamp) + 1)
  return (await client.getBalance({ address: paid })) - before
}

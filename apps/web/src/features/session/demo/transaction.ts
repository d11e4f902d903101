import { campaignBadgesAbi } from '@platemark/abi/campaign-badges'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { payoutsAbi } from '@platemark/abi/payouts'
import { royaltySplitAbi } from '@platemark/abi/royalty-split'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { getCollection } from '@platemark/api/operations'
import { isSameAddress } from '@platemark/rules/addresses'
import {
  formatAmount,
  formatCount,
  roundToGwei,
  shortAddress,
} from '@platemark/rules/amounts'
import { shownTotal } from '@platemark/rules/price'
import {
  type Address,
  type Client,
  decodeErrorResult,
  decodeFunctionData,
  decodeFunctionResult,
  type Hex,
  hexToBigInt,
  hexToString,
  isAddress,
  isHex,
  numberToHex,
  zeroAddress,
} from 'viem'
import { estimateFeesPerGas, getBalance } from 'viem/actions'
import { call } from '../../../lib/api.ts'
import { type Description, describeNameCall } from './describe-name-call.ts'

/** Transaction that a page requests: amounts in wei. */
export type Transaction = { to?: Address; data?: Hex; value: bigint }

/**
 * Simulation result: gas limit, fee as pages estimate it, what is paid out to the sender (null: no such call) and
 * remaining balance in wei, or the reason of the failure.
 */
export type Simulation =
  | { isFine: true; gas: bigint; fee: bigint; received: bigint | null; left: bigint }
  | { isFine: false; reason: string }

const abi = [
  ...[...collectionFactoryAbi, ...dropCollectionAbi],
  ...[...payoutsAbi, ...royaltySplitAbi, ...campaignBadgesAbi],
] as const

/**
 * Reads the parameters of `eth_sendTransaction`. Throws when they are not a transaction.
 */
export function readTransaction(params: unknown): Transaction {
  const request: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof request !== 'object' || request === null) throw new Error('Nothing to send.')
  const to = 'to' in request ? request.to : undefined
  const data = 'data' in request ? request.data : undefined
  const value = 'value' in request ? request.value : undefined
  return {
    ...(typeof to === 'string' && isAddress(to, { strict: false }) && { to }),
    ...(isHex(data) && { data }),
    value: isHex(value) ? hexToBigInt(value) : 0n,
  }
}

/** Simulates the transaction on a network before the user is prompted. */
export async function simulate(
  client: Client,
  network: Network,
  from: Address,
  { to, data, value }: Transaction,
): Promise<Simulation> {
  const request = {
    from,
    value: numberToHex(value),
    ...(to && { to }),
    ...(data && { data }),
  }
  try {
    const balance = await getBalance(client, { address: from })
    // Checked first: a node refuses to estimate without the amount, and names none.
    if (balance < value) return tooPoor(network, { value, fee: null, balance })
    const [estimate, price, fees, result] = await Promise.all([
      // `pending`: an idle embedded chain answers `latest` with its last block's time.
      client.request({ method: 'eth_estimateGas', params: [request, 'pending'] }),
      client.request({ method: 'eth_gasPrice' }),
      estimateFeesPerGas(client, { chain: client.chain }),
      client.request({ method: 'eth_call', params: [request, 'pending'] }),
    ])
    const gas = (hexToBigInt(estimate) * 12n) / 10n
    // Nodes refuse a wallet that has less than the most it may have to pay.
    const most = gas * fees.maxFeePerGas
    if (balance < value + most) return tooPoor(network, { value, fee: most, balance })
    const fee = hexToBigInt(estimate) * hexToBigInt(price)
    const received = readReceived(data, result, from)
    const left = balance - value - fee + (received ?? 0n)
    return { isFine: true, gas, fee, received, left }
  } catch (error) {
    return { isFine: false, reason: reasonOf(error) }
  }
}

/**
 * Returns the wei that a call pays out to an account by its result. Null for calls that pay
 * nothing out, or another account.
 */
export function readReceived(
  data: Hex | undefined,
  result: Hex,
  account: Address,
): bigint | null {
  const called = data && decode(data)
  if (called?.functionName === 'releaseMany') {
    if (!isSameAddress(called.args[1], account)) return null
    const { functionName } = called
    const amounts = decodeFunctionResult({ abi: payoutsAbi, functionName, data: result })
    return amounts.reduce((sum, amount) => sum + amount, 0n)
  }
  // With two arguments it pays out a token.
  if (called?.functionName !== 'release' || called.args.length !== 1) return null
  return isSameAddress(called.args[0], account) ? hexToBigInt(result) : null
}

type Means = { value: bigint; fee: bigint | null; balance: bigint }

function tooPoor(
  { name, native_currency }: Network,
  { value, fee, balance }: Means,
): Simulation {
  const { wholeWei } = shownTotal({ totalWei: value, networkFeeWei: fee })
  const amount = (wei: bigint) => formatAmount(wei, native_currency)
  const withFee = fee === null ? 'and the network fee' : 'with the network fee'
  const has = amount(roundToGwei(balance, 'down'))
  const reason = `It needs ${amount(wholeWei)} ${withFee}. This wallet has ${has} on ${name}.`
  return { isFine: false, reason }
}

/** Collection that a transaction calls, as the pages show it. */
export type Subject = Pick<
  Collection,
  'name' | 'image' | 'chain_alias' | 'contract_address' | 'mint_fee_wei'
>

/**
 * Reads the collection that a transaction calls. Null for any other contract, and for one
 * the API does not know: then there is no picture of it.
 */
export async function readSubject(
  chain_alias: string,
  { to, data }: Transaction,
): Promise<Subject | null> {
  if (!to || !data || !isOfCollection(data)) return null
  const params = { chain_alias, contract_address: to }
  return call(getCollection, { params }).catch(() => null)
}

function isOfCollection(data: Hex): boolean {
  // Some calls of a name have the form of those of a collection.
  if (describeNameCall(data)) return false
  try {
    return decodeFunctionData({ abi: dropCollectionAbi, data }).functionName !== undefined
  } catch {
    return false
  }
}

/** Describes the called contract function in a few words. */
export function describeTransaction({ data, value }: Transaction): Description {
  if (!data) return { title: 'Send test funds', noun: 'transfer' }
  const named = describeNameCall(data)
  if (named) return named
  const called = decode(data)
  if (!called) return { title: 'Call a contract', noun: 'transaction' }
  switch (called.functionName) {
    case 'mint':
      return describeMint(called.args[0])
    case 'mintTo':
      return describeMint(called.args[2])
    case 'mintAllowlist':
      return describeMint(called.args.length === 3 ? called.args[0] : called.args[1])
    case 'create':
      return { title: `Create ${called.args[0].name}`, noun: 'deployment' }
    case 'claim':
      return { title: 'Mint a badge', noun: 'mint' }
    default:
      return {
        title: nameChange(called) ?? `Call ${called.functionName}`,
        noun: value > 0n ? 'payment' : 'transaction',
      }
  }
}

function describeMint(quantity: bigint): Description {
  return { title: `Mint ${quantity}`, noun: 'mint', quantity }
}

/**
 * Splits the amount of a mint into price and mint fee of one item, in wei. Null where it is
 * not made of them.
 */
export function splitPayment(
  value: bigint,
  quantity: bigint,
  { mint_fee_wei }: Pick<Subject, 'mint_fee_wei'>,
): { priceWei: bigint; feeWei: bigint } | null {
  const feeWei = BigInt(mint_fee_wei)
  const pricesWei = value - feeWei * quantity
  if (quantity === 0n || pricesWei < 0n || pricesWei % quantity !== 0n) return null
  return { priceWei: pricesWei / quantity, feeWei }
}

/** Names what a call changes, undoes or pays out; undefined for a function without words. */
function nameChange(called: Called): string | undefined {
  switch (called.functionName) {
    case 'airdrop':
      return nameAirdrop(called.args[1], called.args[0].length)
    case 'lowerCap':
      return `Lower the supply to ${formatCount(called.args[0])}`
    case 'setBaseUri':
      return nameMove(called.args[0])
    case 'setPaused':
      return called.args[0] ? 'Pause minting' : 'Resume minting'
    case 'setRoyalty':
      return `Set the royalty to ${Number(called.args[0]) / 100}%`
    case 'transferOwnership':
      return called.args[0] === zeroAddress
        ? 'Cancel the offer of the collection'
        : `Offer the collection to ${shortAddress(called.args[0])}`
    default:
      return changes[called.functionName]
  }
}

/** `baseUri`: its bytes for a collection, its text for another contract. */
function nameMove(baseUri: string): string {
  const text = isHex(baseUri) ? hexToString(baseUri) : baseUri
  return /^ipfs:/i.test(text) ? 'Move art and metadata to IPFS' : 'Move art and metadata'
}

function nameAirdrop(quantities: readonly bigint[], wallets: number): string {
  const items = quantities.reduce((sum, quantity) => sum + quantity, 0n)
  const count = `${formatCount(items)} ${items === 1n ? 'item' : 'items'}`
  return `Airdrop ${count} to ${formatCount(wallets)} ${wallets === 1 ? 'wallet' : 'wallets'}`
}

const changes: Partial<Record<Called['functionName'], string>> = {
  acceptOwnership: 'Accept the collection',
  addList: 'Add an allowlist',
  applyCap: 'Apply the announced supply',
  applyPayees: 'Apply the announced payees',
  applyPublicPhase: 'Apply the announced public phase',
  freezeCap: 'Freeze the supply',
  freezeMetadata: 'Freeze art and metadata',
  release: 'Withdraw earnings',
  releaseMany: 'Withdraw earnings',
  removeList: 'Remove an allowlist',
  reveal: 'Reveal the art',
  setContractUri: 'Change where the description is kept',
  setPayees: 'Change the payees',
  setPublicPhase: 'Change the public phase',
}

type Called = NonNullable<ReturnType<typeof decode>>

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi, data })
  } catch {
    // A foreign contract: its functions are unknown.
    return undefined
  }
}

const reasons: Record<string, string> = {
  PhaseClosed: 'The phase is not open.',
  Paused: 'Minting is paused.',
  SoldOut: 'Not enough items are left.',
  PhaseSoldOut: 'Not enough items are left in this phase.',
  WalletLimit: 'This wallet has minted what the phase allows.',
  BadProof: 'This wallet is not on the list.',
  WrongValue: 'The price has changed.',
  FeeChanged: 'The mint fee has changed.',
  Expired: 'It was prepared too long ago.',
  NameTaken: 'Another wallet has this name.',
  NameReserved: 'This name is reserved.',
  InsufficientPayment: 'The price has changed.',
  CommitmentTooNew: 'The reservation is less than a minute old.',
  CommitmentTooOld: 'The reservation is older than a day.',
  NotTokenOwner: 'This wallet does not own it.',
}

function reasonOf(error: unknown): string {
  const data = revertData(error)
  if (!data) return 'The network refused it.'
  try {
    const { errorName } = decodeErrorResult({ abi: [...abi, ...nameRegistryAbi], data })
    return reasons[errorName] ?? `The contract reverted with ${errorName}.`
  } catch {
    // An error of an unknown contract.
    return 'The contract refused it.'
  }
}

function revertData(error: unknown): Hex | undefined {
  for (let layer = error, depth = 0; depth < 6; depth += 1) {
    if (typeof layer !== 'object' || layer === null) return undefined
    if ('data' in layer && isHex(layer.data) && layer.data !== '0x') return layer.data
    layer = 'cause' in layer ? layer.cause : undefined
  }
  return undefined
}

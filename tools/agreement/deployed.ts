import { collectionAbi } from '@platemark/abi/collection'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { dropCollectionAbi } from '@platemark/abi/drop-collection'
import { editionCollectionAbi } from '@platemark/abi/edition-collection'
import { unpackTerms } from '@platemark/rules/allowlist'
import type { MintState } from '@platemark/rules/mint-cases'
import { mintRefusals } from '@platemark/rules/refusal-words'
import type { MintReason } from '@platemark/rules/states'
import {
  type Address,
  BaseError,
  decodeErrorResult,
  formatTransactionReceipt,
  type Hex,
  isHex,
  parseEventLogs,
  type RpcTransactionReceipt,
  type TransactionReceipt,
  toHex,
} from 'viem'
import { readHappenings } from '../../apps/server/src/areas/collections/happenings.ts'
import type { FollowedLog } from '../../apps/server/src/platform/projection.ts'
import type { TestChain } from '../../apps/server/test/chain.ts'
import { type Random, randomOf } from '../random.ts'
import {
  compare,
  countCode,
  type Found,
  lensQuestions,
  type Range,
  reasonsOf,
} from './compare.ts'
import { same } from './differences.ts'
import type { Answer, Lens } from './lens.ts'
import {
  bookedBy,
  entryOf,
  type Index,
  listedPhase,
  phaseRowsOf,
  questionsOf,
} from './page.ts'
import { mintData, type People, type Step, type Story, storyOf } from './story.ts'

const GAS = 3_000_000n

/**
 * Holds panel and contract against each other on collections that the factory made and that
 * real transactions brought where they are, as the index reads them from their logs; then
 * sends the mint that the panel offers, or one that it says would be refused.
 */
export async function compareDeployed(
  lens: Lens,
  chain: TestChain,
  { seed, from, to }: Range,
  onCase: (done: number) => void = () => {},
): Promise<Found> {
  const found: Found = { codes: new Map(), differences: [] }
  const [owner, creator, wallet, other] = await chain.client.getAddresses()
  if (!owner || !creator || !wallet || !other) throw new Error('Accounts are missing.')
  const people = { owner, creator, wallet, other }
  for (let index = from; index < to; index += 1) {
    const random = randomOf(seed, index)
    const different = await compareOne(lens, chain, people, random, found)
    for (const line of different) {
      found.differences.push(`seed ${seed} deployed case ${index}: ${line}`)
    }
    onCase(index + 1)
  }
  return found
}

async function compareOne(
  lens: Lens,
  chain: TestChain,
  people: People,
  random: Random,
  found: Found,
): Promise<string[]> {
  const { timestamp } = await chain.client.getBlock()
  const story = storyOf(random, people, Number(timestamp) + 1, chain)
  const { collection, logs } = await live(chain, story)
  const index = indexOf(chain, story, people.wallet, logs)
  const answers = await lens.ask(
    { now: story.now },
    lensQuestions(index, collection, { ...story, wallet: people.wallet }),
  )
  const compared = compare(index, answers, { ...story, wallet: people.wallet })
  countCode(found, compared.panel)
  const attempt = attemptOf(random, compared.panel, index, people.wallet, answers)
  const step = { at: story.now, from: people.wallet, to: collection, ...attempt.call }
  return [...compared.differences, ...(await attemptDifferences(chain, step, attempt))]
}

/** Sends everything that the story tells; what the contract refuses leaves no trace. */
async function live(
  chain: TestChain,
  { beginning, stepsAt }: Story,
): Promise<{ collection: Address; logs: FollowedLog[] }> {
  const logs: FollowedLog[] = []
  const send = async (step: Step) => {
    const receipt = await sendAt(chain, step)
    logs.push(...followed(receipt, step.at))
    return receipt
  }
  const receipts: TransactionReceipt[] = []
  for (const step of beginning) receipts.push(await send(step))
  const [created] = parseEventLogs({
    abi: collectionFactoryAbi,
    eventName: 'CollectionCreated',
    logs: receipts.flatMap((receipt) => receipt.logs),
  })
  if (!created) throw new Error('The factory made no collection.')
  const { collection } = created.args
  for (const step of stepsAt(collection)) await send(step)
  return { collection, logs }
}

/** What the index makes of the logs, with the wallet's places on the lists that were added. */
function indexOf(
  chain: TestChain,
  { lists }: Story,
  wallet: Address,
  logs: FollowedLog[],
): Index {
  const happenings = readHappenings(lower(chain.contracts.factory), logs)
  const created = happenings.find(({ kind }) => kind === 'created')
  if (created?.kind !== 'created') throw new Error('The index saw no creation.')
  const added = happenings.flatMap((one) =>
    one.kind === 'list_added' ? [one.facts.root] : [],
  )
  // The list added last comes first.
  const inOrder = lists
    .filter(({ root }) => added.includes(root))
    .sort((a, b) => added.lastIndexOf(b.root) - added.lastIndexOf(a.root))
  const listedPhases = new Map(
    lists.map(({ root, phases }) => [root, phases.map(listedPhase)] as const),
  )
  const account = bookedBy(happenings, listedPhases, created.facts.max_supply)
  return {
    chainId: chain.id,
    mintFeeWei: BigInt(created.facts.mint_fee_wei),
    isPaused: account.is_paused,
    minted: account.minted,
    maxSupply: account.max_supply,
    phases: phaseRowsOf(account),
    entries: inOrder.flatMap(({ root, places }) =>
      places
        .filter(({ account: holder }) => holder === wallet)
        .map((place) => entryOf(place.phaseId, root, place)),
    ),
  }
}

type Attempt = {
  call: { data: Hex; value: bigint }
  /** What the panel promised: how many, for how much; nothing where it said why not. */
  promised: number
  totalWei: bigint
  /** Why the contract should refuse. */
  reasons: MintReason[]
}

/** The mint that the panel offers; else one that it does not, in any phase. */
function attemptOf(
  random: Random,
  panel: MintState,
  index: Index,
  wallet: Address,
  answers: readonly Answer[],
): Attempt {
  const { phases, mintFeeWei } = index
  const ready = panel.code === 'ready' ? panel.params : undefined
  const at = ready
    ? phases.findIndex(({ phase_id }) => phase_id === ready.phase.phaseId)
    : random.between(0, Math.max(phases.length - 1, 0))
  const question = questionsOf(index)[at] ?? { packed: 0n, proof: [] }
  const quantity = ready?.quantity ?? 1
  const listed = question.packed === 0n ? undefined : unpackTerms(question.packed)
  const price = listed?.priceWei ?? BigInt(phases[at]?.price_wei ?? 0)
  return {
    call: {
      data: mintData(wallet, quantity, question),
      value: (price + mintFeeWei) * BigInt(quantity),
    },
    promised: ready?.quantity ?? 0,
    totalWei: ready?.totalWei ?? 0n,
    reasons: reasonsOf(answers[at]),
  }
}

/** Sends the mint: it brings exactly what was promised, or fails for a reason that was given. */
async function attemptDifferences(
  chain: TestChain,
  step: Step,
  { promised, totalWei, reasons }: Attempt,
): Promise<string[]> {
  const { client } = chain
  const error = await refusalOf(chain, step)
  const before = await client.getBalance({ address: step.from })
  const receipt = await sendAt(chain, step)
  const after = await client.getBalance({ address: step.from })
  const gasWei = receipt.gasUsed * receipt.effectiveGasPrice
  const isReason = reasons.some((reason) => errorsOf[reason].includes(error ?? ''))
  return [
    ...same('minted', countMinted(receipt), promised),
    ...same('paid', before - after - gasWei, totalWei),
    ...same('status', receipt.status, promised > 0 ? 'success' : 'reverted'),
    ...same(`refused by ${error}`, promised > 0 ? !error : isReason, true),
    ...same(`${error} has a sentence`, !error || error in mintRefusals, true),
  ].map((line) => `${line}, with the reasons ${reasons.join(', ') || 'none'}`)
}

/** The errors of a mint that each reason of `checkMint` stands for. */
const errorsOf: Record<MintReason, readonly string[]> = {
  not_started: ['PhaseClosed'],
  ended: ['PhaseClosed'],
  paused: ['Paused'],
  sold_out: ['SoldOut'],
  wallet_limit: ['WalletLimit'],
  phase_sold_out: ['PhaseSoldOut'],
  not_listed: ['BadProof'],
  bad_terms: ['BadTerms', 'BadPrice'],
  quantity: ['ZeroQuantity'],
}

function countMinted({ logs }: TransactionReceipt): number {
  const tokens = parseEventLogs({ abi: dropCollectionAbi, eventName: 'Transfer', logs })
  const copies = parseEventLogs({
    abi: editionCollectionAbi,
    eventName: 'TransferSingle',
    logs,
  })
  return copies.reduce((sum, { args }) => sum + Number(args.value), tokens.length)
}

/** The custom error that the contract answers with at that time, if it does. */
async function refusalOf(
  { client }: TestChain,
  { at, from, to, data, value }: Step,
): Promise<string | undefined> {
  const call = { from, to, data, value: toHex(value), gas: toHex(GAS) }
  try {
    await client.request<{ Method: 'eth_call'; Parameters: unknown[]; ReturnType: Hex }>({
      method: 'eth_call',
      params: [call, 'latest', {}, { time: toHex(at) }],
    })
    return undefined
  } catch (error) {
    const answer = error instanceof BaseError ? revertData(error) : undefined
    if (!answer) throw error
    return decodeErrorResult({ abi: collectionAbi, data: answer }).errorName
  }
}

function revertData(error: BaseError): Hex | undefined {
  let data: Hex | undefined
  error.walk((cause) => {
    const { data: found } = cause as { data?: unknown }
    if (isHex(found)) data = found
    return data !== undefined
  })
  return data
}

/** Sends from an account that the node signs for, in a block of that time. */
async function sendAt(
  { client }: TestChain,
  { at, from, to, data, value }: Step,
): Promise<TransactionReceipt> {
  await client.setNextBlockTimestamp({ timestamp: BigInt(at) })
  // Resolves once it is mined; a client that polls would wait longer than the chain needs.
  const receipt = await client.request<{
    Method: 'eth_sendTransactionSync'
    Parameters: unknown[]
    ReturnType: RpcTransactionReceipt
  }>({
    method: 'eth_sendTransactionSync',
    params: [{ from, to, data, value: toHex(value), gas: toHex(GAS) }],
  })
  return formatTransactionReceipt(receipt)
}

function followed({ logs }: TransactionReceipt, at: number): FollowedLog[] {
  return logs.map(
    ({ address, topics, data, blockNumber, blockHash, transactionHash, logIndex }) => ({
      address: lower(address),
      topics: [...topics],
      data,
      blockNumber: Number(blockNumber),
      blockHash,
      blockTime: new Date(at * 1000),
      transactionHash,
      logIndex,
    }),
  )
}

function lower(address: Address): Address {
  // Safe: lower-casing hex digits keeps an address an address.
  return address.toLowerCase() as Address
}

import { join, parse } from 'node:path'
import { type Collection, getCollection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { writeGiftResults } from '@platemark/lists/write-gifts'
import type { BatchShown } from '@platemark/mint/airdrop/airdrop-context'
import type { AirdropPlan } from '@platemark/mint/airdrop/airdrop-plans'
import { createAirdropSession } from '@platemark/mint/airdrop/airdrop-session'
import { latestGiven, matchGiven, readGiven } from '@platemark/mint/airdrop/find-given'
import { findContractGifts } from '@platemark/mint/airdrop/find-receivers'
import type { Gift } from '@platemark/mint/airdrop/gift'
import { listGiftRows, toGiftResult } from '@platemark/mint/airdrop/gift-results'
import { readAirdropTerms } from '@platemark/mint/airdrop/try-batch'
import { parseQuantity } from '@platemark/mint/read-contract'
import { isSameAddress } from '@platemark/rules/addresses'
import { formatCount } from '@platemark/rules/amounts'
import type { CallFault } from '@platemark/rules/call-messages'
import { finishSlices } from '@platemark/rules/slices'
import { type Address, getAddress } from 'viem'
import { CommandError } from '../command-error.ts'
import { requireHex } from '../local/collection.ts'
import { CollectionFileError } from '../local/collection-file-error.ts'
import { restorePlan, storePlan } from './airdrop-plan.ts'
import { type ChainConnection, chooseBlockTag, connectNetwork } from './chain.ts'
import { joinPlaces, nameFirst } from './merge-lists.ts'
import type { Options } from './options.ts'
import { type GiftFile, readGiftFile } from './read-gifts.ts'
import { describeCalls, endCall, takeUpCall, toCallError } from './send-call.ts'
import {
  type CommandSession,
  type CommandWork,
  findNetwork,
  readTargetDraft,
} from './session.ts'
import { type SignedTransaction, writeWhole } from './state-file.ts'

const TOPIC = 'airdrop'

/** A collection that gives tokens away, and its network. */
type Giver = {
  collection: Collection
  contract: Address
  network: Network
  chain: ChainConnection
  /** Tokens that can still be created; null without a cap. */
  left: number | null
}

/** Reads a list of wallets, which are given tokens. */
export function readAirdrop(options: Options): CommandWork {
  const [path = ''] = options.paths
  const list = readGiftFile(path, options)
  return async (session) => {
    const giver = await findGiver(session)
    // Read before its plan is taken up, which forgets it.
    const lost = options.resends ? session.state.read().calls?.[TOPIC] : undefined
    const plan = await takeUpPlan(session, list, giver)
    const ended =
      plan.endedAt === null ? await run(session, list, giver, { plan, lost }) : plan
    printResults(session, path, ended)
  }
}

async function findGiver(session: CommandSession): Promise<Giver> {
  const { api, account } = session
  const { contract_address, fields } = await readTargetDraft(session)
  if (contract_address === null) {
    throw new CommandError('It is not published yet, so it has no items to give.')
  }
  const network = findNetwork(session, fields.chain_alias)
  const params = { chain_alias: network.alias, contract_address }
  const collection = await api.call(getCollection, { params })
  const contract = requireHex(contract_address)
  const chain = connectNetwork(session, network)
  const tag = chooseBlockTag(network)
  const { owner, left } = await readAirdropTerms(chain.rpc, contract, tag)
  if (!isSameAddress(owner, account.address)) {
    throw new CommandError(
      `The contract has another owner, ${getAddress(owner)}. Only the owner can give items away.`,
    )
  }
  return { collection, contract, network, chain, left }
}

/** Returns the plan that an earlier run of the same list began, else a new one. */
async function takeUpPlan(
  session: CommandSession,
  list: GiftFile,
  giver: Giver,
): Promise<AirdropPlan> {
  const { state, account, output } = session
  const { airdrop: stored } = state.read()
  const { network, contract } = giver
  const scope = { account: account.address, chainId: network.id, contract }
  if (stored && stored.ended_at === null) {
    const plan = restorePlan(stored, scope)
    const isSame = stored.file_hash === list.hash
    if (isSame) output.note(`Continuing the airdrop of ${stored.source} ...`)
    if (stored.sending) return settleSending(session, giver, { plan, list, isSame })
    if (isSame) return plan
  }
  const plan = await planAirdrop(session, list, giver)
  state.change({ airdrop: storePlan(plan, list.hash) })
  return plan
}

/** Takes up the batch that was being sent when an earlier run ended. */
async function settleSending(
  session: CommandSession,
  giver: Giver,
  { plan, list, isSame }: { plan: AirdropPlan; list: GiftFile; isSame: boolean },
): Promise<AirdropPlan> {
  if (!isSame) {
    throw new CommandError(
      `A batch of the airdrop of ${plan.source} is on its way. Run it again with that file first.`,
    )
  }
  const isTaken =
    !session.options.resends &&
    (await takeUpCall(session, { ...giver, topic: TOPIC }, 'Airdrop'))
  if (isTaken) return plan
  // It was never sent, another transaction has its nonce, or the next one is to take its place.
  const settled = { ...plan, sending: null }
  session.state.change({ airdrop: storePlan(settled, list.hash) })
  return settled
}

/** Plans the gifts of a list without the wallets that were given tokens before. */
async function planAirdrop(
  session: CommandSession,
  { gifts, source }: GiftFile,
  giver: Giver,
): Promise<AirdropPlan> {
  const { account, options, output } = session
  const { collection, contract, network, chain } = giver
  const { rpc } = chain
  const block = parseQuantity(await rpc('eth_blockNumber', []))
  const range = { contract, from: BigInt(collection.created_block), to: block }
  const given = latestGiven(await readGiven(rpc, range))
  const split = gifts.map((gift) => ({
    gift,
    given: options.givesAgain ? undefined : given.get(gift.address),
  }))
  const left = split.flatMap((one) => (one.given ? [] : [one.gift]))
  const earlier = split.flatMap((one) =>
    one.given ? [{ gift: one.gift, given: one.given }] : [],
  )
  if (earlier.length > 0) {
    output.note(
      `${describeWallets(earlier.length)} of this file had tokens before and ${earlier.length === 1 ? 'is' : 'are'} skipped. To give again: --again`,
    )
  }
  if (left.length > 0 && giver.left === 0) {
    throw new CommandError('Every item is minted, so none is left to give away.')
  }
  const kept = await leaveOutContracts(session, giver, { gifts: left, source })
  return {
    ...{ account: account.address, chainId: network.id, contract, source, earlier },
    ...{ startedAt: Date.now(), sinceBlock: block, gifts: kept, refused: [] },
    ...{ sending: null, given: [], endedAt: null },
  }
}

/**
 * Finds the contracts that take no tokens: a drop gives them tokens without asking. Throws
 * `CollectionFileError` unless the option decides.
 */
async function leaveOutContracts(
  session: CommandSession,
  { collection, contract, chain }: Giver,
  { gifts, source }: { gifts: Gift[]; source: string },
): Promise<Gift[]> {
  const { account, options, output } = session
  if (collection.kind === 'edition') return gifts
  const search = { contract, account: account.address }
  const found = await findContractGifts(chain.rpc, gifts, search)
  const refusing = found.filter(({ refuses }) => refuses).map(({ gift }) => gift)
  if (refusing.length === 0 || options.contracts === 'give') return gifts
  if (options.contracts === 'skip') {
    const count = refusing.length
    output.note(
      `${formatCount(count)} ${count === 1 ? 'contract gets' : 'contracts get'} nothing.`,
    )
    const skipped = new Set(refusing)
    return gifts.filter((gift) => !skipped.has(gift))
  }
  throw new CollectionFileError(
    nameFirst(refusing, 'are contracts that take no tokens', ({ address, line }) => {
      const place = joinPlaces([{ file: source, unit: 'line', number: line }])
      return `${place}: ${getAddress(address)} is a contract that does not take tokens; perhaps no one could move them again. Choose: --contracts skip, or --contracts give.`
    }),
  )
}

/** Sends batch after batch and resolves to the ended plan. Throws `CommandError`. */
async function run(
  session: CommandSession,
  list: GiftFile,
  giver: Giver,
  { plan: begun, lost }: { plan: AirdropPlan; lost: SignedTransaction | undefined },
): Promise<AirdropPlan> {
  const { output, state } = session
  const { collection, network } = giver
  const shown = { plan: begun, isUncertain: false, fault: null as CallFault | null }
  const running = createAirdropSession({
    ...describeCalls(session, { ...giver, topic: TOPIC }, lost),
    plan: begun,
    kind: collection.kind === 'edition' ? 'edition' : 'drop',
    label: describeBatch,
    onGiven: () => undefined,
    show({ plan, given, batch, step, fault, isUncertain, call }) {
      if (plan) {
        shown.plan = plan
        state.change({ airdrop: storePlan(plan, list.hash) })
      }
      if (given && given.size > 0) {
        output.progress('Wallets given', given.size, shown.plan.gifts.length)
      }
      if (step === 'sending' && batch) output.note(`${describeBatch(batch)} ...`)
      if (isUncertain !== undefined) shown.isUncertain = isUncertain
      if (fault !== undefined) shown.fault = fault
      if (call?.fault) shown.fault = call.fault
    },
  })
  try {
    await running.run()
  } finally {
    running.end()
  }
  const { plan, isUncertain, fault } = shown
  if (plan.endedAt !== null) {
    endCall(session, TOPIC)
    return plan
  }
  if (fault && !isUncertain) throw toCallError(session, network, fault)
  throw new CommandError(
    'The last batch may still be mined. Run this again to see its state. To send it again in its place, so that only one of the two can be mined: --resend',
  )
}

function describeBatch({ gifts, tokens }: BatchShown): string {
  return `Airdrop of ${formatCount(tokens)} ${tokens === 1 ? 'token' : 'tokens'} to ${describeWallets(gifts)}`
}

function describeWallets(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'wallet' : 'wallets'}`
}

/** Writes what became of each row beside the list, and prints how many were given. */
function printResults({ output }: CommandSession, path: string, plan: AirdropPlan): void {
  const rows = listGiftRows(plan, matchGiven(plan.gifts, plan.given))
  const { dir, name } = parse(path)
  const file = join(dir || '.', `${name}.results.csv`)
  writeWhole(file, finishSlices(writeGiftResults(rows.map(toGiftResult))).join(''))
  const count = (state: (typeof rows)[number]['state']) =>
    rows.filter((row) => row.state === state).length
  const [given, skipped, refused] = [count('given'), count('earlier'), count('refused')]
  output.result({ command: 'airdrop', given, skipped, refused, results_file: file }, [
    `Given to ${describeWallets(given)}.`,
    ...(skipped > 0 ? [`Skipped, given before: ${formatCount(skipped)}.`] : []),
    ...(refused > 0 ? [`Not given: ${formatCount(refused)}.`] : []),
    `Each row with its transaction: ${file}`,
  ])
}

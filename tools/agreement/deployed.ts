import assert from 'node:assert/strict'
import { collectionAbi as abi } from '@platemark/abi/collection'
import { type CreateParams, computeCollectionId } from '@platemark/abi/create-params'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { mintRefusals } from '@platemark/rules/refusal-messages'
import { listMintReasons, type MintReason } from '@platemark/rules/states'
import {
  type Address,
  BaseError,
  decodeErrorResult,
  type Hex,
  isHex,
  keccak256,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { MintCheck } from '../../apps/server/src/areas/collections/eligibility.ts'
import { getReceipt } from '../../apps/server/test/chain.ts'
import { launcher } from '../../apps/server/test/collections/launch.ts'
import { callData } from '../../apps/server/test/selling.ts'
import { type Agreement, assertAgreement, toContractPhase } from './compare.ts'
import type { Lens } from './lens.ts'
import { anyMintCase, listSales, type MintCase } from './mint-case.ts'
import type { Random } from './random.ts'
import { createOverride } from './storage.ts'

const GAS = 20_000_000n
const STEPS = 10
const OVERRIDDEN = '0xc000000000000000000000000000000000000000'
const ENOUGH_WEI = 2n ** 200n

/** A deployed collection with its expected state after the transactions so far. */
type Deployed = {
  address: Address
  subject: MintCase
  creator: PrivateKeyAccount
  wallet: PrivateKeyAccount
}

/**
 * Deploys a collection with a random schedule and sends owner's calls and mints to it. Asserts at
 * each step that override, deployed collection, panel and executed mint agree.
 */
export async function testDeployed(lens: Lens, random: Random): Promise<void> {
  const deployed = await deploy(lens, random)
  const { subject, address } = deployed
  for (let step = 0; step < STEPS; step += 1) {
    await changeSettings(lens, random, deployed)
    subject.now = nextTime(random, subject)
    subject.quantity = random.oneOf([1, 1, 2, 3, 50])
    const override = createOverride(subject, OVERRIDDEN, lens.implementations)
    const overridden = await assertAgreement(lens, subject, OVERRIDDEN, override)
    const agreement = await assertAgreement(lens, subject, address)
    assert.deepEqual(overridden.answers, agreement.answers)
    await attemptMints(lens, deployed, agreement)
  }
}

/** Creates a collection without mints, long before its schedule, and adds its lists. */
async function deploy({ chain }: Lens, random: Random): Promise<Deployed> {
  const { client, contracts, funded } = chain
  const [owner, creator, wallet] = funded
  if (!owner || !creator || !wallet)
    throw new Error(`funded accounts are too few: got ${funded.length}, expected 3`)
  const { timestamp } = await client.getBlock()
  const salt = keccak256(toHex(timestamp))
  const subject = {
    ...anyMintCase(random, chain.id, {
      now: Number(timestamp) + 2000,
      collectionId: computeCollectionId(creator.address, salt),
      wallet: wallet.address,
    }),
    ...{ creator: creator.address, minted: 0, isPaused: false, noise: 0 },
  }
  for (const sale of listSales(subject)) Object.assign(sale, { minted: 0, used: 0 })
  for (const list of subject.lists) {
    list.until = NEVER_ENDS
    if (list.place === 'amended') list.place = 'code'
  }
  await client.setBalance({ address: wallet.address, value: ENOUGH_WEI })
  const { create, send } = launcher(chain)
  await send(owner, contracts.factory, callData('setMintFee', [subject.mintFeeWei]))
  const address = await create(creator, toCreateParams(subject), salt)
  for (const { root, notBefore, place } of subject.lists) {
    if (place !== 'storage') continue
    await send(creator, address, callData('addList', [root, root, notBefore]))
  }
  subject.now = Number((await client.getBlock()).timestamp)
  return { address, subject, creator, wallet }
}

function toCreateParams(subject: MintCase): Partial<CreateParams> {
  const { kind, maxSupply, mintFeeWei, publicSale, lists } = subject
  const dropKind = maxSupply === null ? 1 : 0
  const first = lists.find(({ place }) => place === 'code')
  return {
    kind: kind === 'edition' ? 2 : dropKind,
    transferable: kind !== 'soulbound',
    maxSupply: maxSupply ?? 0,
    mintFee: mintFeeWei,
    publicPhase: toContractPhase(publicSale),
    listRoot: first?.root ?? zeroHash,
    listNotBefore: first?.notBefore ?? 0,
  }
}

/** Sends at most one owner's call, one second after the last step. */
async function changeSettings(
  lens: Lens,
  random: Random,
  { subject, address: to, creator: account }: Deployed,
): Promise<void> {
  subject.now += 1
  const { now, lists } = subject
  const list = lists.find(({ until, place }) => until > now && place !== 'nowhere')
  const choice = random.between(0, 9)
  if (choice === 9 && list) {
    const data = callData('removeList', [list.root])
    await send(lens, now, { account, to, data })
    list.until = now
    if (list.place === 'code') list.place = 'amended'
  } else if (choice === 8 || subject.isPaused) {
    subject.isPaused = !subject.isPaused
    const data = callData('setPaused', [subject.isPaused])
    await send(lens, now, { account, to, data })
  }
}

/** Returns the next second, or a time at or beside the next boundary of the schedule. */
function nextTime(random: Random, subject: MintCase): number {
  const { now, lists } = subject
  const boundaries = [
    ...listSales(subject).flatMap(({ terms }) => [terms.start, terms.end]),
    ...lists.map(({ notBefore }) => notBefore),
    NEVER_ENDS,
  ].filter((time) => time > now)
  const next = Math.min(...boundaries)
  if (next === NEVER_ENDS || random.isLucky(30)) return now + 1
  return Math.max(next + random.between(-1, 1), now + 1)
}

/**
 * Asserts that a mint in each phase succeeds or reverts as `checkMint` predicts, then sends the
 * one that the panel offers.
 */
async function attemptMints(
  lens: Lens,
  { subject, address: to, wallet: account }: Deployed,
  { panel, offers }: Agreement,
): Promise<void> {
  const { client } = lens.chain
  const ready = panel.code === 'ready' ? panel.params : undefined
  for (const { row, question, answer, eligibility } of offers) {
    const quantity = BigInt(subject.quantity)
    const value = (BigInt(eligibility.price_wei) + subject.mintFeeWei) * quantity
    const data = mintData(account.address, quantity, question)
    const mint = { account, to, value, data }
    const reasons = listMintReasons(answer.asked.reasons)
    const result = await simulateMint(lens, subject.now, mint)
    if (reasons.length === 0) assert.equal(result, answer.asked.through)
    else {
      const errors = reasons.flatMap((reason) => errorsOf[reason])
      assert(errors.includes(`${result}`), `${result} is none of ${errors}`)
      assert(`${result}` in mintRefusals, `${result} has no sentence`)
    }
    if (ready?.phase.phaseId !== row.phase_id) continue

    const before = await client.getBalance({ address: account.address })
    const receipt = await send(lens, subject.now, mint)
    const after = await client.getBalance({ address: account.address })
    const gasWei = receipt.gasUsed * receipt.effectiveGasPrice
    assert.equal(receipt.status, 'success')
    assert.equal(before - after - gasWei, ready.totalWei, 'wei paid')
    subject.minted += ready.quantity
    const sale = listSales(subject).find(({ terms }) => terms.phaseId === row.phase_id)
    if (sale) sale.used += ready.quantity
    // The contract counts by phase only under a cap.
    if (sale && eligibility.max_supply) sale.minted += ready.quantity
    return
  }
}

/** Custom errors with which a mint reverts, by the reason of `checkMint`. */
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

/** Returns the call that mints up to `quantity`, at least one. */
function mintData(account: Address, quantity: bigint, { packed, proof }: MintCheck) {
  if (packed === 0n) return callData('mintTo', [account, 1n, quantity, zeroAddress])
  return callData('mintAllowlist', [1n, quantity, zeroAddress, packed, proof])
}

type Transaction = { account: PrivateKeyAccount; to: Address; data: Hex; value?: bigint }

/** Returns the quantity minted by a simulated call at that time, or the name of its error. */
async function simulateMint(
  { chain: { client } }: Lens,
  at: number,
  mint: Transaction,
): Promise<bigint | string> {
  try {
    const { data } = await client.call({ ...mint, blockOverrides: { time: BigInt(at) } })
    return BigInt(data ?? 0)
  } catch (error) {
    const cause = error instanceof BaseError && error.walk((one) => 'data' in Object(one))
    if (!cause || !('data' in cause) || !isHex(cause.data)) throw error
    return decodeErrorResult({ abi, data: cause.data }).errorName
  }
}

/** Mines the transaction in a block of that time, even when it reverts. */
async function send({ chain: { client } }: Lens, at: number, transaction: Transaction) {
  await client.setNextBlockTimestamp({ timestamp: BigInt(at) })
  const hash = await client.sendTransaction({ ...transaction, chain: null, gas: GAS })
  return getReceipt({ client }, hash)
}

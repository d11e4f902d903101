import { collectionAbi } from '@platemark/abi/collection'
import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { platformAbi } from '@platemark/abi/platform'
import type { Rehearsal, RehearsalReport } from '@platemark/api/rehearsal'
import { commitToOrder } from '@platemark/rules/reveal-commitment'
import { formatSetManifest } from '@platemark/rules/set-manifest'
import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  parseGwei,
  stringToHex,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashed } from '../../../../test/calls.ts'
import { type TestChain, testChain } from '../../../../test/chain.ts'
import { launcher } from '../../../../test/collections/launch.ts'
import { ada, type TestServer, testServer } from '../../../../test/server.ts'
import {
  type GoldenDrop,
  goldenDrops,
  goldenFields,
} from '../../../../test/studio/golden-drops.ts'
import { rehearseDraft } from '../../../../test/studio/rehearse.ts'
import {
  actOn,
  readListFile,
  repeatAttempts,
  sellAll,
  withdrawReally,
} from '../../../../test/studio/sell-for-real.ts'
import { insertSet } from '../../../../test/studio/set.ts'

let chain: TestChain
let server: TestServer
let actor: ReturnType<typeof actOn>

const recipient = getAddress('0x00000000000000000000000000000000000fee00')

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network] })
  actor = actOn(chain)
  const launch = launcher(chain)
  await launch.send(
    chain.owner,
    chain.contracts.factory,
    encodeFunctionData({
      ...{ abi: collectionFactoryAbi, functionName: 'setMintFee' },
      args: [parseGwei('100000')],
    }),
  )
  await launch.send(
    chain.owner,
    chain.platform,
    encodeFunctionData({
      ...{ abi: platformAbi, functionName: 'setFeeRecipient', args: [recipient] },
    }),
  )
  await launch.fund(ada)
})
afterAll(async () => {
  await server.close()
  await chain.stop()
})

/** `npm run soak -- rehearsal` compares all ten. */
const isSoak = process.env.PLATEMARK_SOAK === '1'
const compared = isSoak ? goldenDrops : goldenDrops.slice(0, 3)

const secret = keccak256(stringToHex('secret of the creator'))

async function act(id: string, verb: string, body?: unknown) {
  const answer = await server.post(`/api/contract/studio/${id}/${verb}`, body, {
    as: ada,
  })
  if (answer.status >= 300) throw new Error(answer.body)
  return answer.data
}

/** Makes the draft with its lists, works and commitment. */
async function makeDraft(drop: GoldenDrop): Promise<string> {
  const { timestamp } = await chain.client.getBlock({ blockTag: 'pending' })
  const form = { data: goldenFields(drop, Number(timestamp)) }
  const made = await server.postForm('/api/contract/studio/create', form, { as: ada })
  if (made.status !== 201) throw new Error(made.body)
  const id: string = made.data.contract_id
  for (const { phase_id, list } of drop.phases) {
    if (list) await act(id, 'lists', { phase_id, entries: list })
  }
  if (drop.hiddenWorks) await hideWorks(id, drop.hiddenWorks)
  return id
}

const manifestOf = (works: number) =>
  formatSetManifest(
    Array.from({ length: works }, (_, at) => [
      at + 1,
      `${at + 1}`.repeat(64),
      null,
      null,
    ]),
  )

async function hideWorks(contract_id: string, works: number): Promise<void> {
  const text = manifestOf(works)
  const bytes = Buffer.from(text)
  const set_hash = hashed(bytes).sha256
  const { database, context } = server
  const manifest_file = await context.files.putDerived(set_hash, 'manifest', 'bin', bytes)
  await insertSet(database, {
    ...{ contract_id, manifest_file, works: Array.from({ length: works }, () => ({})) },
    report: { described_by: null, row_count: 0, problems: [], notices: [] },
  })
  const { commitment } = commitToOrder(text, secret)
  await act(contract_id, 'reveal', { commitment, set_hash })
}

/** Deploys the draft as its creator does, and returns its list file. */
async function deploy(id: string) {
  const prepared = await act(id, 'prepare')
  const [row] = await server.database
    .selectFrom('lists')
    .select('content_hash')
    .where('draft_id', '=', id)
    .execute()
  const file = row && (await server.get(`/lists/${row.content_hash.slice(2)}.json`))
  await launcher(chain).send(ada, prepared.to as Address, prepared.data as Hex)
  return {
    address: prepared.predicted_address,
    listed: file ? readListFile(JSON.parse(file.body)) : [],
  }
}

for (const drop of compared) {
  test(`a rehearsal equals the sale of ${drop.name}`, { timeout: 120_000 }, () =>
    compareWithSale(drop),
  )
}

async function compareWithSale(drop: GoldenDrop): Promise<void> {
  const id = await makeDraft(drop)
  const rehearsal: Rehearsal = await rehearseDraft(server, id)
  expect(rehearsal).toMatchObject({ state: 'done', sentence: null, is_outdated: false })
  const { report } = rehearsal
  if (!report) throw new Error('rehearsal has no report')
  expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([])

  if (drop.listedTerms) expect(readTerms(report)).toEqual(new Set(drop.listedTerms))

  const { address, listed } = await deploy(id)
  expect(address).toBe(report.contract_address)
  const sale = { actor, report, listed }
  expect(await repeatAttempts(sale)).toEqual([])
  const attempts = report.wallets.flatMap((wallet) => wallet.attempts)
  expect(attempts.some(({ is_minted }) => is_minted)).toBe(true)
  expect(attempts.some(({ is_minted }) => !is_minted)).toBe(true)

  const sold = await sellAll(sale)
  const rehearsed = report.phases.map((phase) => ({
    ...{ phase_id: phase.phase_id, minted: phase.minted, minters: phase.minters },
    coins: BigInt(phase.income_wei) + BigInt(phase.fees_wei),
  }))
  expect(sold).toEqual(rehearsed)
  const paid: bigint[] = []
  for (const { role, address: to } of report.payments) {
    const account = role === 'platform' ? chain.platform : getAddress(to)
    paid.push(await withdrawReally(sale, { account, paid: getAddress(to) }))
  }
  expect(paid).toEqual(report.payments.map(({ paid_wei }) => BigInt(paid_wei)))
  const total = BigInt(report.income_wei) + BigInt(report.fees_wei)
  expect(paid.reduce((sum, wei) => sum + wei, 0n)).toBe(total)
  expect(total > 0n).toBe(true)
  if (drop.hiddenWorks) await expectReveal(address, drop.hiddenWorks, report.reveal)
  else expect(report.reveal).toBeNull()
}

/** Returns limit and price of the wallets of the lists that tried. */
function readTerms({ wallets }: RehearsalReport): Set<string> {
  const listed = wallets.filter(({ kind }) => kind === 'listed')
  return new Set(listed.map(({ limit, price_wei }) => `${limit} at ${price_wei}`))
}

async function expectReveal(
  address: Address,
  works: number,
  rehearsed: unknown,
): Promise<void> {
  expect(rehearsed).toEqual({ works, is_revealed: true })
  const { manifestHash } = commitToOrder(manifestOf(works), secret)
  const abi = collectionAbi
  const reveal = encodeFunctionData({
    ...{ abi, functionName: 'reveal', args: ['0x', manifestHash, secret] },
  })
  await launcher(chain).send(ada, address, reveal)
  const { isRevealed } = await chain.client.readContract({
    ...{ address, abi, functionName: 'overview' },
  })
  expect(isRevealed).toBe(true)
}

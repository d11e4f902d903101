import { decodeCreateParams } from '@platemark/abi/create-params'
import { deploymentPlan } from '@platemark/abi/deploy'
import { getAddress, keccak256, parseEventLogs } from 'viem'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { beginDrop } from './drop-life.ts'
import { forcedInAll, moneyChapters, platformChapters } from './drop-money.ts'
import { movingChapters } from './drop-moving.ts'
import { promiseChapters } from './drop-promises.ts'
import { sellingChapters } from './drop-selling.ts'
import { showingChapters } from './drop-showing.ts'
import { people } from './people.ts'
import { retold } from './retold.ts'

const life = await beginDrop()
const { stage, drop, accounts } = life

afterAll(() => stage.chain.stop())

describe('a drop lives through everything:', () => {
  /** After every chapter, everybody has and is owed what they should, to the wei. */
  afterEach(async () => {
    expect(await accounts.onChain()).toEqual(await accounts.inBooks())
  })

  test('the contracts stand where the plan says, with the code it says', async () => {
    const plan = deploymentPlan(stage.operator.address)
    expect(plan).toHaveLength(7)
    for (const { contract, address, codeHash } of plan) {
      const code = (await stage.client.getCode({ address })) ?? '0x'
      expect([contract, keccak256(code)]).toEqual([contract, codeHash])
    }
  })

  test('the logs of its creation tell all its terms', () => {
    const { created, params, salt, creation } = life
    const { listContentHash, ...rest } = params
    expect(created.args).toMatchObject({
      collection: drop.address,
      creator: people.creator.address,
      salt,
      kind: 0,
    })
    expect(decodeCreateParams(created.args.args)).toEqual(rest)
    // The first list is told like every later one, behind the creation.
    const own = creation.logs.filter(
      ({ address }) => getAddress(address) === drop.address,
    )
    expect(parseEventLogs({ abi: drop.abi, logs: own })).toMatchObject([
      {
        eventName: 'ListAdded',
        logIndex: created.logIndex + 1,
        args: { root: params.listRoot, contentHash: listContentHash },
      },
    ])
  })

  sellingChapters(life)
  promiseChapters(life)
  showingChapters(life)
  movingChapters(life)
  platformChapters(life)

  test('its logs alone tell who holds what and whom the money belongs to', async () => {
    const told = await retold(life.created, stage)
    expect(told.fromLogs).toEqual(told.onChain)
    expect(told.fromLogs).toMatchObject({ minted: 46n, burned: 2n, publicMinted: 2n })
  })

  moneyChapters(life)

  test('its logs alone tell where all the money went, but for what was forced in', async () => {
    const { fromLogs, onChain } = await retold(life.created, stage)
    expect({ ...fromLogs, owed: {} }).toEqual({ ...onChain, owed: {} })
    // What payees were paid beyond what was sold is the ether that came without a log.
    const shareOf = (bps: bigint) => (forcedInAll * bps) / 10_000n
    expect(fromLogs.owed).toEqual({
      ...onChain.owed,
      secondPayee: -shareOf(2501n),
      [life.hesitant]: -shareOf(7499n),
    })
    expect(Object.values(onChain.owed)).toEqual([0n, 0n, 0n, 0n, 0n, 0n])
  })
})

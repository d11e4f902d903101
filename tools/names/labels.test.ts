import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { isLabel, tokenIdToLabel } from '@platemark/rules/name-label'
import { hexToBigInt, stringToHex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { nameChain } from '../../apps/server/test/name-chain.ts'
import { roundsOr, seedOr, share } from '../../apps/server/test/share.ts'
import { createRandom, type Random } from '../random.ts'

const TEXTS = roundsOr(4000, 100_000)
/** Ids in one call. */
const BATCH = 2000
/** One in so many texts is asked for as a text too, which takes a call. */
const SHARE_OF_TEXTS = 50
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789-']
const OTHERS = [...'ABZ_.@` {/:x0-\0\x7fé\u0430']

const chain = await nameChain(31_337)
const seed = seedOr(1)
afterAll(() => chain.stop())

test(`contract and server agree on ${TEXTS} random texts which are labels`, {
  timeout: share(60_000, 3_600_000),
}, async () => {
  const contract = { address: chain.registry, abi: nameRegistryAbi } as const
  const different: string[] = []
  let labels = 0
  for (let start = 0; start < TEXTS; start += BATCH) {
    const length = Math.min(BATCH, TEXTS - start)
    const texts = Array.from({ length }, (_, index) =>
      randomText(createRandom(seed, start + index)),
    )
    labels += texts.filter(isLabel).length

    const short = texts.filter((text) => Buffer.byteLength(text) <= 32)
    const ids = short.map((text) => hexToBigInt(stringToHex(text, { size: 32 })))
    const call = { ...contract, functionName: 'availability', args: [ids] } as const
    const answers = await chain.client.readContract(call)
    different.push(
      ...short.filter(
        (_, index) => answers[index] !== (tokenIdToLabel(ids[index] ?? 0n) !== null),
      ),
    )
    for (const text of texts.filter((_, index) => index % SHARE_OF_TEXTS === 0)) {
      const call = { ...contract, functionName: 'valid', args: [text] } as const
      if ((await chain.client.readContract(call)) !== isLabel(text)) different.push(text)
    }
  }
  process.stdout.write(`${labels} of ${TEXTS} random texts are labels\n`)
  expect(different).toEqual([])
  expect(labels / TEXTS).toBeGreaterThan(0.25)
  expect(labels / TEXTS).toBeLessThan(0.875)
})

/** Mostly characters of labels, so that many are labels and the others fail by little. */
function randomText(random: Random): string {
  const isStrict = random.isLucky(60)
  return Array.from({ length: random.between(0, 35) }, () =>
    random.anyOf(isStrict || random.isLucky(95) ? LETTERS : OTHERS),
  ).join('')
}

import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { isLabel, tokenIdToLabel } from '@platemark/rules/name-label'
import { hexToBigInt, stringToHex } from 'viem'
import type { NameChain } from '../../apps/server/test/name-chain.ts'
import { createRandom, type Random } from '../random.ts'

/** Ids in one call. */
const BATCH = 2000
/** One in so many texts is asked for as a text too, which takes a call. */
const SHARE_OF_TEXTS = 50
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789-'] as const
const OTHERS = [...'ABZ_.@` {/:x0-\0\x7fé\u0430'] as const

/**
 * Compares which of `count` random texts can be registered, by the contract and by the server; the
 * registry must have no names. Returns how many are labels. Throws with the texts that differ.
 */
export async function compareLabels(
  { client, registry }: Pick<NameChain, 'client' | 'registry'>,
  { count, seed }: { count: number; seed: number },
): Promise<number> {
  const contract = { address: registry, abi: nameRegistryAbi } as const
  const different: string[] = []
  let labels = 0
  for (let start = 0; start < count; start += BATCH) {
    const texts = Array.from({ length: Math.min(BATCH, count - start) }, (_, index) =>
      randomText(createRandom(seed, start + index)),
    )
    labels += texts.filter(isLabel).length

    const short = texts.filter((text) => Buffer.byteLength(text) <= 32)
    const ids = short.map((text) => hexToBigInt(stringToHex(text, { size: 32 })))
    const answers = await client.readContract({
      ...contract,
      functionName: 'availability',
      args: [ids],
    })
    different.push(
      ...short.filter((_, index) => {
        const id = ids[index] ?? 0n
        return answers[index] !== (tokenIdToLabel(id) !== null)
      }),
    )
    for (const text of texts.filter((_, index) => index % SHARE_OF_TEXTS === 0)) {
      const call = { ...contract, functionName: 'valid', args: [text] } as const
      if ((await client.readContract(call)) !== isLabel(text)) different.push(text)
    }
  }
  if (different.length > 0)
    throw new Error(
      `contract and server differ, seed ${seed}: ${JSON.stringify(different.slice(0, 20))}`,
    )
  return labels
}

/** Mostly characters of labels, so that many are labels and the others fail by little. */
function randomText(random: Random): string {
  const length = random.between(0, 35)
  const isStrict = random.isLucky(60)
  return Array.from({ length }, () =>
    isStrict || random.isLucky(95)
      ? // Safe: the list has characters.
        (LETTERS[random.between(0, LETTERS.length - 1)] as string)
      : (OTHERS[random.between(0, OTHERS.length - 1)] as string),
  ).join('')
}

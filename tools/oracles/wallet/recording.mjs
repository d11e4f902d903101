// Shared by both recordings of public libraries: options, random bytes and the file of answers.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createRandom } from '../../random.ts'

/** Loads a package of this folder, which is absent elsewhere. */
export const load = (name) => import(name)

/**
 * Writes a line for each of `--count` cases to `--out`: what `recordCase` answers to the choices of
 * the case and to its number, which differs from seed to seed.
 */
export async function record(recordCase) {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
    },
  })
  const seed = Number(values.seed)
  const lines = []
  for (let at = 0; at < Number(values.count); at += 1) {
    const recorded = await recordCase(createRandom(seed, at), seed * 10_000 + at)
    lines.push(JSON.stringify(recorded, toText))
  }
  writeFileSync(values.out, `${lines.join('\n')}\n`)
  console.log(`recorded ${lines.length} answers of the public library`)
}

export function toText(_key, value) {
  return typeof value === 'bigint' ? `${value}n` : value
}

export function bytes(random, length) {
  const digits = Array.from({ length: 2 * length }, () =>
    random.between(0, 15).toString(16),
  )
  return `0x${digits.join('')}`
}

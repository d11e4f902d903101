import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { createPrng } from '../../../test/fuzz/prng.ts'
import { testNames } from '../../../test/names.ts'
import { type TestServer, testServer } from '../../../test/server.ts'
import { isSoak, seedOr, share } from '../../../test/share.ts'

type Vector = { name: string; norm?: string; error?: true }

const file = join(import.meta.dirname, '../../../test/ensip15/vectors.json.gz')
// Safe: the list that the README beside it describes; its first entry is the version.
const all = (JSON.parse(gunzipSync(readFileSync(file)).toString()) as Vector[]).slice(1)

let chain: TestChain
let server: TestServer

beforeAll(async () => {
  chain = await testChain()
  const { settings } = await testNames(chain)
  server = await testServer({
    ...{ ...settings, networks: [chain.network], rate_limit_scale: 1_000_000 },
  })
})
afterAll(async () => {
  await server.close()
  await chain.stop()
})

const check = (name: string) =>
  server.get(`/api/names/check?${new URLSearchParams({ name })}`)

test('every name has the normal form of ENSIP-15, or none', {
  timeout: 3_600_000,
}, async () => {
  const wrong: unknown[] = []
  const ids = new Map<string, string>()
  const chosen = choose(share(500, all.length), seedOr(15))
  const answers = await checkAll(chosen.map(({ name }) => name))
  for (const [at, { name, norm = name, error }] of chosen.entries()) {
    const { status, data } = answers[at] ?? (await check(name))
    if (name === '' || [...name].length > 255) {
      if (status !== 422) wrong.push({ name, status })
      continue
    }
    // Without the suffix, and the dot before it, which no vector has.
    const expected = error ? null : norm
    if (status !== 200 || data.name !== expected) wrong.push({ name, expected, data })
    if (!data.valid) continue
    const known = ids.get(data.name)
    if (known !== undefined && known !== data.token_id) wrong.push({ name, data })
    ids.set(data.name, data.token_id)
  }
  expect(wrong).toEqual([])
  expect(new Set(ids.values()).size).toBe(ids.size)
  for (const name of [...ids.keys()].slice(0, share(20, ids.size))) {
    const { data } = await check(name)
    expect([name, data.name, data.normalized]).toEqual([name, name, false])
  }
})

/** Checks texts, some at a time. */
async function checkAll(texts: string[]): Promise<Awaited<ReturnType<typeof check>>[]> {
  const answers = []
  for (let at = 0; at < texts.length; at += 20)
    answers.push(...(await Promise.all(texts.slice(at, at + 20).map(check))))
  return answers
}

/** Returns so many of the vectors, chosen by a seed; in a soak all of them. */
function choose(count: number, seed: number): Vector[] {
  if (isSoak) return all
  const prng = createPrng(seed)
  return Array.from({ length: count }, () => prng.pick(all))
}

import fc from 'fast-check'
import { concat, encodeAbiParameters, keccak256, sha256, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { commitToOrder, computeCommitment } from './reveal-commitment.ts'
import { shuffleWorks } from './reveal-order.ts'
import { formatSetManifest, readSetManifest } from './set-manifest.ts'

const secret = keccak256(stringToHex('the secret of the vector'))

const manifestOf = (count: number) =>
  formatSetManifest(
    Array.from({ length: count }, (_, index) => {
      const hash = (part: string) => sha256(stringToHex(`${part} ${index}`)).slice(2)
      return [index + 1, hash('metadata'), hash('image'), null] as const
    }),
  )

test('keeps its test vector: order, manifest and commitment of twelve works', () => {
  expect(secret).toBe(
    '0xf93025b4fe2db4ec6c5371849c4bc90f41183ba5a7c4ec1f30d4a055a5b07325',
  )
  expect(shuffleWorks(secret, 12)).toEqual([5, 8, 7, 3, 1, 10, 9, 2, 4, 0, 11, 6])
  const { manifestHash, commitment } = commitToOrder(manifestOf(12), secret)
  expect(manifestHash).toBe(
    '0xbcf42c5a793e3121ed8d723e07833d2b1b734e119186876474b987c9d2205861',
  )
  expect(commitment).toBe(
    '0xfc8442096487f4d94ee53c3de1288e00da60da7cdda693929c26b2e5f727d6df',
  )
})

test('commits to the hash of the manifest in its final order and to the secret', () => {
  const manifest = manifestOf(5)
  const lines = readSetManifest(manifest)
  const { order, manifestHash, commitment } = commitToOrder(manifest, secret)
  const texts = order.map((work, place) => {
    const [, metadata, image, animation] = lines[work] ?? []
    return JSON.stringify([place + 1, metadata, image, animation])
  })
  const final = `{"version":1,"works":[\n${texts.join(',\n')}\n]}\n`
  expect(manifestHash).toBe(sha256(stringToHex(final)))
  expect(commitment).toBe(keccak256(concat([manifestHash, secret])))
  const words = [{ type: 'bytes32' }, { type: 'bytes32' }] as const
  const encoded = encodeAbiParameters(words, [manifestHash, secret])
  expect(computeCommitment(manifestHash, secret)).toBe(keccak256(encoded))
})

test('gives every work to one token, in an order that the secret alone decides', () => {
  const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(secrets, fc.integer({ min: 0, max: 300 }), (bytes, count) => {
      const key = sha256(bytes)
      const order = shuffleWorks(key, count)
      expect([...order].sort((a, b) => a - b)).toEqual([...order.keys()])
      expect(shuffleWorks(key, count)).toEqual(order)
    }),
    { numRuns: 40 },
  )
})

test('makes every order of three works about equally often', () => {
  const counts = new Map<string, number>()
  for (let index = 0; index < 300; index++) {
    const order = shuffleWorks(keccak256(stringToHex(`secret ${index}`)), 3).join('')
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  expect(counts.size).toBe(6)
  for (const count of counts.values()) expect(Math.abs(count - 50)).toBeLessThan(30)
})

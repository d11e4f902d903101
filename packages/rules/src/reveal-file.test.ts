import { getAddress, keccak256, sha256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { commitToOrder } from './reveal-commitment.ts'
import {
  findChangedWorks,
  findForeign,
  fingerprintWorks,
  MAX_REVEAL_FILE_CHARACTERS,
  parseRevealFile,
  type RevealFile,
  writeRevealFile,
} from './reveal-file.ts'
import { deriveRevealSecret, revealTypedData } from './reveal-secret.ts'
import { formatSetManifest, hashSetManifest } from './set-manifest.ts'

const secret = keccak256(stringToHex('secret'))
const factory = getAddress('0x1d3a5c2be0a54d5fb1c6f2ce8a1b4f6d7e9c0a12')
const contractId = '0190a5d2-7c1e-4f3a-9b58-2f6d1c0e4a77'

const hash = (text: string) => sha256(stringToHex(text)).slice(2)

const manifestOf = (count: number, changed: Record<number, string> = {}) =>
  formatSetManifest(
    Array.from({ length: count }, (_, index) => [
      index + 1,
      hash(`metadata ${index}`),
      hash(`image ${index}${changed[index + 1] ?? ''}`),
      null,
    ]),
  )

function fileOf(count: number): RevealFile {
  const manifest = manifestOf(count)
  const { manifestHash, commitment } = commitToOrder(manifest, secret)
  return {
    ...{ chain_id: 31_337, factory, contract_id: contractId, name: 'Paper Moons' },
    ...{ works: count, set_hash: hashSetManifest(manifest), secret, commitment },
    ...{ manifest_hash: manifestHash, fingerprints: fingerprintWorks(manifest) },
  }
}

test('reads back what was written, also of ten thousand works', () => {
  const file = fileOf(12)
  expect(parseRevealFile(writeRevealFile(file))).toEqual({ file })
  const large = writeRevealFile({ ...file, fingerprints: '0'.repeat(60_000) })
  expect(large.length).toBeLessThan(MAX_REVEAL_FILE_CHARACTERS)
  // The limit of a body, in which quotes and line ends of the text take two characters.
  expect(JSON.stringify({ file: large }).length).toBeLessThan(65_536)
})

test.each<[string, string, RegExp]>([
  ['no JSON', 'secret', /not a complete reveal file/],
  ['half a file', writeRevealFile(fileOf(3)).slice(0, 90), /not a complete reveal file/],
  ['other JSON', '{"name":"Ebb"}', /^This is not a reveal file\.$/],
  [
    'a later version',
    writeRevealFile(fileOf(3)).replace('"version": 1', '"version": 2'),
    /has version 2, and this site reads version 1/,
  ],
  [
    'a damaged field',
    writeRevealFile(fileOf(3)).replace(secret, '0x12'),
    /damaged: its field "secret" is wrong/,
  ],
  [
    'another secret',
    writeRevealFile(fileOf(3)).replace(secret, keccak256('0x01')),
    /does not open its own commitment/,
  ],
])('refuses %s with a sentence', (_, text, sentence) => {
  const read = parseRevealFile(text)
  expect('problem' in read && read.problem).toMatch(sentence)
})

test('names the network, factory or collection that a file is for', () => {
  const file = fileOf(3)
  const scope = { chain_id: 31_337, factory, contract_id: contractId }
  expect(findForeign(file, scope)).toBeUndefined()
  expect(findForeign(file, { ...scope, contract_id: undefined })).toBeUndefined()
  expect(findForeign(file, { ...scope, chain_id: 1 })).toContain('chain id 31337')
  expect(findForeign(file, { ...scope, factory: secret })).toContain(factory)
  expect(findForeign(file, { ...scope, contract_id: 'other' })).toContain('Paper Moons')
})

test('names the works that were changed', () => {
  const file = fileOf(9)
  expect(findChangedWorks(file, manifestOf(9))).toBeUndefined()
  expect(findChangedWorks(file, manifestOf(8))).toContain('8 works')
  expect(findChangedWorks(file, manifestOf(9, { 4: '!' }))).toBe(
    'Work 4 is not the one that was committed to: its image is another. Upload it as it was.',
  )
  const several = { 1: '!', 2: '!', 3: '!', 5: '!', 6: '!', 9: '!' }
  expect(findChangedWorks(file, manifestOf(9, several))).toContain(
    'Works 1, 2, 3, 5, 6 and 1 more are not the ones',
  )
})

test('derives the same secret from the same key, and another for another collection', async () => {
  const account = privateKeyToAccount(keccak256('0x0a'))
  const scope = { site: 'example.org', chainId: 31_337, factory, contractId } as const
  const derive = async (changes: Partial<typeof scope> | { contractId: string } = {}) =>
    deriveRevealSecret(
      await account.signTypedData(revealTypedData({ ...scope, ...changes })),
    )
  const first = await derive()
  expect(await derive()).toBe(first)
  expect(await derive({ contractId: 'other' })).not.toBe(first)
  const signature = await account.signTypedData(revealTypedData(scope))
  // The last byte is written as 0 or 1 by some wallets.
  expect(deriveRevealSecret(`${signature.slice(0, 130)}00` as `0x${string}`)).toBe(first)
})

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashSetManifest, type ManifestWork, writeSetManifest } from './set-manifest.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const work: ManifestWork = {
  ...{ token_id: 1, name: 'Ebb', description: null, external_url: null },
  attributes: [{ trait_type: 'Height', value: 3, display_type: 'number' }],
  ...{ image: 'a'.repeat(64), animation: null },
}

test('lists the hashes of works in the order of their ids, whatever the order given', () => {
  const second = { ...work, token_id: 2, attributes: [] }
  const manifest = writeSetManifest([second, work])
  const own = sha256('["Ebb",null,null,[["Height",3,"number"]]]')
  const other = sha256('["Ebb",null,null,[]]')
  expect(JSON.parse(manifest)).toEqual({
    version: 1,
    works: [
      [1, own, work.image, null],
      [2, other, work.image, null],
    ],
  })
  expect(writeSetManifest([work, second])).toBe(manifest)
  expect(hashSetManifest(manifest)).toBe(sha256(manifest))
})

test.each<Partial<ManifestWork>>([
  { name: 'Flood' },
  { image: 'b'.repeat(64) },
  { animation: 'b'.repeat(64) },
  { attributes: [{ trait_type: 'Height', value: '3' }] },
])('has another hash with another work: %j', (changes) => {
  const hash = (one: ManifestWork) => hashSetManifest(writeSetManifest([one]))
  expect(hash({ ...work, ...changes })).not.toBe(hash(work))
})

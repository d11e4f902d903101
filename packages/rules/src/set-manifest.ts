import { sha256, stringToBytes } from 'viem'

/** Work of a set, with the SHA-256 of its files in hexadecimal digits. */
export type ManifestWork = {
  token_id: number
  name: string | null
  description: string | null
  external_url: string | null
  attributes: readonly {
    trait_type: string
    value: string | number | boolean
    display_type?: string
  }[]
  image: string | null
  animation: string | null
}

/** Line of a manifest, with SHA-256 hashes in hexadecimal digits. */
export type ManifestLine = readonly [
  tokenId: number,
  metadata: string,
  image: string | null,
  animation: string | null,
]

/**
 * Returns the manifest of a set: JSON with the hashes of metadata, image and animation of each
 * work in the order of token ids, a line each. It does not depend on the address of a site, so
 * that the same works have the same manifest everywhere.
 */
export function writeSetManifest(works: readonly ManifestWork[]): string {
  return formatSetManifest(
    [...works]
      .sort((a, b) => a.token_id - b.token_id)
      .map((work) => [work.token_id, hashMetadata(work), work.image, work.animation]),
  )
}

/** Returns the manifest with these lines, in their order. */
export function formatSetManifest(lines: readonly ManifestLine[]): string {
  const texts = lines.map((line) => JSON.stringify(line))
  return `{"version":1,"works":[\n${texts.join(',\n')}\n]}\n`
}

/** Reads the lines of a manifest that `writeSetManifest` wrote. */
export function readSetManifest(manifest: string): readonly ManifestLine[] {
  // Safe: its own writer defines the form.
  return (JSON.parse(manifest) as { works: ManifestLine[] }).works
}

/** Returns the SHA-256 of a manifest, 64 hexadecimal digits, which is the name of its file. */
export function hashSetManifest(manifest: string): string {
  return sha256(stringToBytes(manifest)).slice(2)
}

/** Hashes the texts and attributes of a work as JSON of their values in this order. */
function hashMetadata(work: ManifestWork): string {
  const { name, description, external_url, attributes } = work
  const values = attributes.map(({ trait_type, value, display_type = null }) => [
    trait_type,
    value,
    display_type,
  ])
  const text = JSON.stringify([name, description, external_url, values])
  return sha256(stringToBytes(text)).slice(2)
}

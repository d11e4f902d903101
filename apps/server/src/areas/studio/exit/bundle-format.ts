import {
  collectionAlias,
  collectionDescription,
  collectionLinks,
} from '@platemark/api/page-texts'
import * as z from 'zod/mini'

/** Format of the manifest, and the version that this program writes and reads. */
const FORMAT = 'platemark-exit'
export const BUNDLE_VERSION = 1

/** Files of a bundle with one name; the others are in `files/`, `metadata/` and `lists/`. */
export const paths = {
  manifest: 'manifest.json',
  signature: 'manifest.sig',
  publicKey: 'public-key.pem',
  collection: 'collection.json',
  contract: 'metadata/contract',
  works: 'works.jsonl',
  set: 'set.json',
  holders: 'holders.csv',
  earnings: 'earnings.csv',
  reveal: 'reveal.json',
} as const

/** Files that the manifest does not list, because they are made of it. */
export const unlistedPaths: ReadonlySet<string> = new Set([
  paths.manifest,
  paths.signature,
  paths.publicKey,
])

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** Returns the schema of `0x` and so many digits. */
export const hexDigits = (count: number) =>
  z.templateLiteral(['0x', z.string().check(z.regex(new RegExp(`^[0-9a-f]{${count}}$`)))])
const account = hexDigits(40)
const hash = hexDigits(64)
const storedName = z.string().check(z.regex(/^[0-9a-f]{64}\.[a-z0-9]{1,8}$/))

const bundleFile = z.object({ path: z.string(), size: z.int(), sha256 })
export type BundleFile = z.infer<typeof bundleFile>

const bundleManifest = z.object({
  format: z.literal(FORMAT),
  version: z.literal(BUNDLE_VERSION),
  /** Address of the site that wrote it. */
  site: z.string(),
  chain_id: z.int(),
  address: account,
  name: z.string(),
  public_key: sha256,
  files: z.array(bundleFile),
})
export type BundleManifest = z.infer<typeof bundleManifest>

/** Returns the text of a manifest, with one line for each file. */
export function writeBundleManifest({
  files,
  ...facts
}: Omit<BundleManifest, 'format' | 'version'>): string {
  const head = JSON.stringify({ format: FORMAT, version: BUNDLE_VERSION, ...facts })
  const lines = files.map(({ path, size, sha256 }) =>
    JSON.stringify({ path, size, sha256 }),
  )
  return `${head.slice(0, -1)},"files":[\n${lines.join(',\n')}\n]}\n`
}

/** Returns the line of a manifest, from 1, on which a file stands. */
export function lineOfFile(index: number): number {
  return index + 2
}

/** Returns a manifest, or a sentence on why it cannot be read. */
export function parseBundleManifest(
  text: string,
): { manifest: BundleManifest } | { problem: string } {
  const value = parseJson(text)
  if ('problem' in value) {
    return { problem: `${paths.manifest}${value.problem}` }
  }
  const head = z
    .object({ format: z.literal(FORMAT), version: z.int() })
    .safeParse(value.json)
  if (!head.success)
    return { problem: `${paths.manifest}: this is not an exit bundle of Platemark.` }
  const { version } = head.data
  if (version !== BUNDLE_VERSION) {
    const advice = version > BUNDLE_VERSION ? 'Update this Platemark' : 'Export it again'
    return {
      problem: `${paths.manifest}: the bundle has version ${version}, and this program reads version ${BUNDLE_VERSION}. ${advice}.`,
    }
  }
  const read = bundleManifest.safeParse(value.json)
  if (read.success) return { manifest: read.data }
  const [issue] = read.error.issues
  const [field, index] = issue?.path ?? []
  const line = field === 'files' && typeof index === 'number' ? lineOfFile(index) : 1
  return {
    problem: `${paths.manifest}, line ${line}: the field ${issue?.path.join('.')} is wrong.`,
  }
}

const phase = z.object({
  phase_id: z.int(),
  kind: z.enum(['public', 'allowlist']),
  title: z.string(),
  start: z.string(),
  end: z.string(),
  price_wei: z.string(),
  max_per_wallet: z.int(),
  max_supply: z.nullable(z.int()),
  minted: z.int(),
  list_root: z.nullable(hash),
})

/** Content of `collection.json`: page and terms at a block. */
const bundleCollection = z.object({
  chain_id: z.int(),
  address: account,
  factory: account,
  creator: account,
  owner: account,
  salt: z.nullable(hash),
  block_number: z.int(),
  kind: z.enum(['drop', 'open_edition', 'edition']),
  name: z.string(),
  symbol: z.string(),
  alias: z.nullable(collectionAlias),
  visibility: z.enum(['shown', 'hidden']),
  description: collectionDescription,
  links: collectionLinks,
  /** Names in `files/`. */
  image: z.nullable(storedName),
  animation: z.nullable(storedName),
  cover: z.nullable(storedName),
  phases: z.array(phase),
  lists: z.array(z.object({ root: hash, content_hash: hash })),
  art: z.nullable(
    z.object({
      shown: z.enum(['at_once', 'at_mint', 'at_reveal']),
      works: z.int(),
      /** SHA-256 of `set.json`. */
      set_hash: sha256,
      /** Content identifier of the set as a CAR file; null while it is hidden. */
      car_root: z.nullable(z.string()),
    }),
  ),
})
export type BundleCollection = z.infer<typeof bundleCollection>

/** Returns the content of `collection.json`, or a sentence that names its faulty field. */
export function parseBundleCollection(
  text: string,
): { collection: BundleCollection } | { problem: string } {
  const value = parseJson(text)
  if ('problem' in value) return { problem: `${paths.collection}${value.problem}` }
  const read = bundleCollection.safeParse(value.json)
  if (read.success) return { collection: read.data }
  const [issue] = read.error.issues
  const field = issue?.path.join('.') ?? ''
  return {
    problem: `${paths.collection}, line ${findLine(text, issue?.path ?? [])}: ${field}: ${issue?.message ?? 'it is wrong.'}`,
  }
}

/** Returns the line of a field of the first level in JSON with a line for each. */
function findLine(text: string, path: readonly PropertyKey[]): number {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`  "${String(path[0])}":`))
  return Math.max(at, 0) + 1
}

const attribute = z.object({
  trait_type: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]),
  display_type: z.optional(
    z.enum(['number', 'date', 'boost_number', 'boost_percentage']),
  ),
})

/** Line of `works.jsonl`. */
const bundleWork = z.object({
  token_id: z.int(),
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  external_url: z.nullable(z.string()),
  file: z.nullable(storedName),
  animation_file: z.nullable(storedName),
  uploaded_sha256: z.nullable(sha256),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  attributes: z.array(attribute),
  revealed_id: z.nullable(z.int()),
})
export type BundleWork = z.infer<typeof bundleWork>

/** Returns the works of `works.jsonl`, or a sentence with the line of the fault. */
export function parseBundleWorks(
  text: string,
): { works: BundleWork[] } | { problem: string } {
  const works: BundleWork[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue
    const place = `${paths.works}, line ${index + 1}`
    const value = parseJson(line)
    if ('problem' in value) return { problem: `${place}: it is not JSON.` }
    const read = bundleWork.safeParse(value.json)
    if (!read.success) {
      const field = read.error.issues[0]?.path.join('.')
      return { problem: `${place}: the field ${field} is wrong.` }
    }
    works.push(read.data)
  }
  return { works }
}

function parseJson(text: string): { json: unknown } | { problem: string } {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return { problem: ' is not valid JSON. It was changed or is incomplete.' }
  }
}

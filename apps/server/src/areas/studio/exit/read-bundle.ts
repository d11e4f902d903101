import { createPublicKey } from 'node:crypto'
import {
  hashSetManifest,
  readSetManifest,
  writeSetManifest,
} from '@platemark/rules/set-manifest'
import { type OpenZip, openZip, type ZipEntry } from '../uploads/open-zip.ts'
import { UploadRefusedError } from '../uploads/upload-refused.ts'
import {
  type BundleCollection,
  type BundleManifest,
  type BundleWork,
  lineOfFile,
  parseBundleCollection,
  parseBundleManifest,
  parseBundleWorks,
  paths,
  unlistedPaths,
} from './bundle-format.ts'
import { rebuildList } from './bundle-list.ts'
import { isSignedBy } from './signing-key.ts'

/** Bundle that cannot be used; each sentence names a file, and a line where it has lines. */
export class BundleError extends Error {
  override readonly name = 'BundleError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[], options?: ErrorOptions) {
    super(faults.join('\n'), options)
    this.faults = faults
  }
}

/** Bundle of which every file was compared with the signed manifest. */
export type CheckedBundle = {
  manifest: BundleManifest
  collection: BundleCollection
  works: BundleWork[]
  /** Paths of all listed files. */
  has(path: string): boolean
  read(path: string): Promise<Buffer>
  /** Unpacks a file to `target`. */
  extract(path: string, target: string): Promise<void>
  close(): void
}

/** Files of a bundle of 10,000 works with animations, metadata and lists. */
const MAX_FILES = 40_000
/** Bytes of a bundle unpacked: those of a set, twice, for its texts and lists. */
const MAX_BYTES = 2 * 2 ** 40
const MAX_FAULTS = 20
/** Bytes of a text that is read whole. */
const MAX_TEXT_BYTES = 256 * 2 ** 20

/**
 * Opens a bundle and checks all of it without a network: the ZIP, the signature by the key of the
 * manifest, size and hash of every file, lists and works. Throws `BundleError` with up to 20
 * faults.
 */
export async function openBundle(path: string): Promise<CheckedBundle> {
  const zip = await openArchive(path)
  try {
    return await checkArchive(zip)
  } catch (error) {
    zip.close()
    throw error
  }
}

async function openArchive(path: string): Promise<OpenZip> {
  try {
    return await openZip(path, { set_bytes: MAX_BYTES, files: MAX_FILES })
  } catch (error) {
    if (error instanceof UploadRefusedError) throw refused(error)
    throw error
  }
}

/** Returns the first sentence of a refusal: the others are on uploads. */
function refused(error: UploadRefusedError): BundleError {
  const [sentence = ''] = error.message.split(/(?<=\.) /)
  const advice = 'Use the bundle as it was downloaded.'
  return new BundleError([`${sentence} ${advice}`], { cause: error })
}

async function checkArchive(zip: OpenZip): Promise<CheckedBundle> {
  const entries = new Map(zip.entries.map((entry) => [entry.path, entry]))
  const find = (name: string): ZipEntry => {
    const entry = entries.get(name)
    if (entry && entry.size <= MAX_TEXT_BYTES) return entry
    throw new BundleError([
      `${name}: it is not in the bundle. Use the bundle as it was downloaded.`,
    ])
  }
  const read = (name: string) => readEntry(zip, find(name))
  const manifest = await readManifestFile(read)
  const faults = await findFaults(zip, entries, manifest)
  if (faults.length > 0) throw new BundleError(faults)

  const listed = new Set(manifest.files.map(({ path }) => path))
  const has = (name: string) => listed.has(name)
  const described = parseBundleCollection(String(await read(paths.collection)))
  if ('problem' in described) throw new BundleError([described.problem])
  const { collection } = described
  const works = collection.art ? await readWorks(read, collection.art.set_hash) : []
  const others = [
    ...findContradictions(manifest, collection, works, has),
    ...(await findListFaults(collection, has, read)),
  ]
  if (others.length > 0) throw new BundleError(others.slice(0, MAX_FAULTS))
  return {
    ...{ manifest, collection, works, has, read },
    async extract(name, target) {
      await zip.extract(find(name), target)
    },
    close: () => zip.close(),
  }
}

type Read = (name: string) => Promise<Buffer>

async function readEntry(zip: OpenZip, entry: ZipEntry): Promise<Buffer> {
  try {
    return await zip.read(entry)
  } catch (error) {
    if (error instanceof UploadRefusedError) throw refused(error)
    throw error
  }
}

async function readManifestFile(read: Read): Promise<BundleManifest> {
  const bytes = await read(paths.manifest)
  const parsed = parseBundleManifest(bytes.toString('utf8'))
  if ('problem' in parsed) throw new BundleError([parsed.problem])
  const { manifest } = parsed
  const signature = await read(paths.signature)
  if (!isSignedBy(manifest.public_key, bytes, signature)) {
    throw new BundleError([
      `${paths.signature}: it is not the signature of ${paths.manifest} by the key ${manifest.public_key}: one of them was changed.`,
    ])
  }
  const pem = toPem(manifest.public_key)
  if (String(await read(paths.publicKey)) !== pem) {
    throw new BundleError([
      `${paths.publicKey}: it is another key than that of ${paths.manifest}.`,
    ])
  }
  return manifest
}

function toPem(publicKey: string): string {
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return String(key.export({ type: 'spki', format: 'pem' }))
}

/** Compares every file with the manifest; stops after 20 faults. */
async function findFaults(
  zip: OpenZip,
  entries: ReadonlyMap<string, ZipEntry>,
  { files }: BundleManifest,
): Promise<string[]> {
  const faults: string[] = []
  const listed = new Set(files.map(({ path }) => path))
  for (const path of entries.keys()) {
    if (listed.has(path) || unlistedPaths.has(path)) continue
    faults.push(`${path}: ${paths.manifest} does not list it.`)
  }
  for (const [index, { path, size, sha256 }] of files.entries()) {
    if (faults.length >= MAX_FAULTS) break
    const place = `${path} (${paths.manifest}, line ${lineOfFile(index)})`
    const entry = entries.get(path)
    if (!entry) faults.push(`${place}: it is missing.`)
    else if (entry.size !== size) {
      faults.push(`${place}: it has ${entry.size} bytes instead of ${size}.`)
    } else if ((await digestEntry(zip, entry)) !== sha256) {
      faults.push(`${place}: its bytes were changed.`)
    }
  }
  return faults.slice(0, MAX_FAULTS)
}

/** Returns the hash of a file; of one that is damaged none. */
async function digestEntry(zip: OpenZip, entry: ZipEntry): Promise<string | undefined> {
  try {
    return await zip.digest(entry)
  } catch (error) {
    if (error instanceof UploadRefusedError) return undefined
    throw error
  }
}

/** Reads the works, which must be those of the set's manifest in `set.json`. */
async function readWorks(read: Read, setHash: string): Promise<BundleWork[]> {
  const parsed = parseBundleWorks(String(await read(paths.works)))
  if ('problem' in parsed) throw new BundleError([parsed.problem])
  const { works } = parsed
  const text = String(await read(paths.set))
  const hashOf = (name: string | null) => name?.slice(0, 64) ?? null
  const computed = writeSetManifest(
    works.map(({ attributes, file, animation_file, ...work }) => ({
      ...work,
      attributes: attributes.map(({ display_type, ...one }) => ({
        ...one,
        ...(display_type && { display_type }),
      })),
      ...{ image: hashOf(file), animation: hashOf(animation_file) },
    })),
  )
  if (hashSetManifest(text) !== setHash) {
    throw new BundleError([`${paths.set}: its hash is not that of ${paths.collection}.`])
  }
  if (computed === text) return works
  const lines = readSetManifest(computed).map((line) => JSON.stringify(line))
  const stored = text.split('\n')
  const at = lines.findIndex((line, index) => !stored[index + 1]?.startsWith(line))
  throw new BundleError([
    `${paths.works}, line ${Math.max(at, 0) + 1}: the work is not the one of ${paths.set}.`,
  ])
}

/** Finds what one file of a bundle states otherwise than another. */
function findContradictions(
  manifest: BundleManifest,
  collection: BundleCollection,
  works: readonly BundleWork[],
  has: (path: string) => boolean,
): string[] {
  const faults: string[] = []
  const isSame =
    manifest.chain_id === collection.chain_id && manifest.address === collection.address
  if (!isSame) faults.push(`${paths.collection}: it is of another collection.`)
  const { image, animation, cover } = collection
  for (const name of [image, animation, cover]) {
    if (name !== null && !has(`files/${name}`)) {
      faults.push(`${paths.collection}: its file files/${name} is missing.`)
    }
  }
  for (const [index, { file, animation_file }] of works.entries()) {
    for (const name of [file, animation_file]) {
      if (name !== null && !has(`files/${name}`)) {
        faults.push(
          `${paths.works}, line ${index + 1}: its file files/${name} is missing.`,
        )
      }
    }
  }
  for (const { path, sha256 } of manifest.files) {
    if (path.startsWith('files/') && path.slice(6, 70) !== sha256) {
      faults.push(`${path}: its name is not its hash.`)
    }
  }
  return faults
}

async function findListFaults(
  { chain_id, lists }: BundleCollection,
  has: (path: string) => boolean,
  read: Read,
): Promise<string[]> {
  const faults: string[] = []
  for (const { root, content_hash } of lists) {
    const path = listPath(content_hash)
    if (!has(path)) continue
    const list = rebuildList(await read(path))
    if ('problem' in list) faults.push(`${path}: ${list.problem}`)
    else if (list.built.root !== root || list.content_hash !== content_hash) {
      faults.push(`${path}: it is not the list that ${paths.collection} names.`)
    } else if (list.chain_id !== chain_id) {
      faults.push(`${path}: it is a list of another network.`)
    }
  }
  return faults
}

/** Returns the path of a list file by its hash. */
export function listPath(contentHash: string): string {
  return `lists/${contentHash.replace(/^0x/, '')}.json`
}

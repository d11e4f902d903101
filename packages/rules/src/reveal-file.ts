import { type Hex, isHex } from 'viem'
import { isSameAddress } from './addresses.ts'
import { commitToOrder, computeCommitment } from './reveal-commitment.ts'
import { readSetManifest } from './set-manifest.ts'

const FORMAT = 'platemark-reveal'
const VERSION = 1
/** Digits of each of the three hashes of a work in `fingerprints`. */
const DIGITS = 2
const WORK_DIGITS = 3 * DIGITS

/** Most characters of a reveal file, which that of 10,000 works does not reach. */
export const MAX_REVEAL_FILE_CHARACTERS = 63_000

/** Content of a reveal file: with it and the works a collection can be revealed. */
export type RevealFile = {
  chain_id: number
  factory: Hex
  /** Id of the draft; the salt of the creation begins with it. */
  contract_id: string
  /** Name of the collection when the file was made. */
  name: string
  works: number
  /** SHA-256 of the manifest in the order of the set, 64 hexadecimal digits. */
  set_hash: string
  /** SHA-256 of the manifest in the final order. */
  manifest_hash: Hex
  secret: Hex
  commitment: Hex
  /** First digits of the hashes of each work, which name the works that were changed. */
  fingerprints: string
}

/** The set that a reveal file is made for. */
type RevealedSet = Pick<
  RevealFile,
  'chain_id' | 'factory' | 'contract_id' | 'name' | 'set_hash'
> & { manifest: string }

/** Makes the content of a reveal file from the manifest of a set and a secret of 32 bytes. */
export function makeRevealFile(set: RevealedSet, secret: Hex): RevealFile {
  const { chain_id, factory, contract_id, name, set_hash, manifest } = set
  const { order, manifestHash, commitment } = commitToOrder(manifest, secret)
  return {
    ...{ chain_id, factory, contract_id, name, works: order.length, set_hash },
    ...{ manifest_hash: manifestHash, secret, commitment },
    fingerprints: fingerprintWorks(manifest),
  }
}

/** Returns the text of a reveal file. */
export function writeRevealFile(file: RevealFile): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...file }, null, 2)}\n`
}

/** Returns the content of a reveal file, or a sentence on why it is none. */
export function parseRevealFile(
  text: string,
): { file: RevealFile } | { problem: string } {
  const read = parseObject(text)
  if (!read) {
    return {
      problem: 'This is not a complete reveal file, because it is not valid JSON.',
    }
  }
  if (read.format !== FORMAT) return { problem: 'This is not a reveal file.' }
  if (read.version !== VERSION) {
    return {
      problem: `This reveal file has version ${String(read.version)}, and this site reads version ${VERSION}.`,
    }
  }
  const wrong = Object.entries(checks).find(([field, check]) => !check(read[field]))
  if (wrong) {
    return {
      problem: `The reveal file is damaged: its field "${wrong[0]}" is wrong. Use the file as it was downloaded.`,
    }
  }
  const { format: _, version: __, ...rest } = read
  // Safe: every field was checked.
  const file = rest as RevealFile
  if (computeCommitment(file.manifest_hash, file.secret) !== file.commitment) {
    return {
      problem:
        'The reveal file was changed: its secret does not open its own commitment. Use the file as it was downloaded.',
    }
  }
  return { file }
}

const isHash = (value: unknown) => isHex(value) && value.length === 66
const isText = (value: unknown) => typeof value === 'string'

const checks: Record<keyof RevealFile, (value: unknown) => boolean> = {
  chain_id: Number.isSafeInteger,
  factory: (value) => isHex(value) && value.length === 42,
  contract_id: isText,
  name: isText,
  works: Number.isSafeInteger,
  set_hash: (value) => isText(value) && /^[0-9a-f]{64}$/.test(String(value)),
  manifest_hash: isHash,
  secret: isHash,
  commitment: isHash,
  fingerprints: (value) => isText(value) && /^[0-9a-f]*$/.test(String(value)),
}

/** Collection that a reveal file is compared with. */
export type RevealScope = {
  chain_id: number
  factory: string
  /** Undefined: unknown. */
  contract_id: string | undefined
}

/** Returns why a reveal file does not belong to a collection, a sentence; undefined if it does. */
export function findForeign(file: RevealFile, scope: RevealScope): string | undefined {
  if (file.chain_id !== scope.chain_id) {
    return `This reveal file is for the network with chain id ${file.chain_id}, and the collection is on chain id ${scope.chain_id}.`
  }
  if (!isSameAddress(file.factory, scope.factory)) {
    return `This reveal file is for collections of the factory ${file.factory}, and this one is made by ${scope.factory}.`
  }
  if (scope.contract_id !== undefined && file.contract_id !== scope.contract_id) {
    return `This reveal file is for another collection${file.name ? `, ${file.name}` : ''}. Choose the file of this one.`
  }
  return undefined
}

/**
 * Returns how the works of a set differ from those that a reveal file was made for, a sentence;
 * undefined if they are the same as far as the fingerprints show.
 */
export function findChangedWorks(file: RevealFile, manifest: string): string | undefined {
  const fingerprints = fingerprintWorks(manifest)
  const count = fingerprints.length / WORK_DIGITS
  if (count !== file.works) {
    return `The set has ${count.toLocaleString('en')} works, and the reveal file was made for ${file.works.toLocaleString('en')}.`
  }
  const changed = Array.from({ length: count }, (_, work) => work).filter(
    (work) => cut(fingerprints, work) !== cut(file.fingerprints, work),
  )
  const [first] = changed
  if (first === undefined) return undefined
  const names = changed.slice(0, 5).map((work) => String(work + 1))
  const rest = changed.length - names.length
  const all = `${names.join(', ')}${rest > 0 ? ` and ${rest.toLocaleString('en')} more` : ''}`
  return changed.length === 1
    ? `Work ${all} is not the one that was committed to: its ${describeChange(fingerprints, file.fingerprints, first)}. Upload it as it was.`
    : `Works ${all} are not the ones that were committed to. Upload them as they were, in the same order.`
}

/** Returns the first digits of the hashes of each work, in the order of the set. */
export function fingerprintWorks(manifest: string): string {
  return readSetManifest(manifest)
    .map(([, ...hashes]) =>
      hashes.map((hash) => (hash ?? '').slice(0, DIGITS).padEnd(DIGITS, '0')).join(''),
    )
    .join('')
}

function cut(fingerprints: string, work: number): string {
  return fingerprints.slice(work * WORK_DIGITS, (work + 1) * WORK_DIGITS)
}

function describeChange(now: string, then: string, work: number): string {
  const parts = ['name, description or traits are others', 'image is another']
  const part = parts.findIndex((_, place) => {
    const at = (text: string) =>
      cut(text, work).slice(place * DIGITS, (place + 1) * DIGITS)
    return at(now) !== at(then)
  })
  return parts[part] ?? 'animation is another'
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    // Safe: checked on this line.
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

import { profileFields } from '@platemark/api/profile-fields'
import { countCharacters, parseText } from '@platemark/rules/characters'

/** Most characters of a description, in code points. */
export const MAX_DESCRIPTION = 200

/** Most bytes of a record, by the registry. */
const MAX_RECORD_BYTES = 1024

/** The text records that the editor has, in its order. */
export const recordKeys = [
  'avatar',
  'description',
  'url',
  'com.twitter',
  'com.github',
  'xyz.farcaster',
  'xyz.lens',
  'org.telegram',
  'com.discord',
  'email',
] as const
export type RecordKey = (typeof recordKeys)[number]

/** A typed record as it is stored, empty for none, or why it cannot be stored. */
type ReadRecord = { value: string; problem?: string }

/** Reads what a person typed for a record: handles also with `@` or as the address of a profile. */
export function readRecord(key: RecordKey, typed: string): ReadRecord {
  const text = typed.trim()
  if (text === '') return { value: '' }
  const read = readers[key](text)
  if (!read.problem && new TextEncoder().encode(read.value).length > MAX_RECORD_BYTES)
    return { value: read.value, problem: 'This is too long for a record.' }
  return read
}

const readers: Record<RecordKey, (text: string) => ReadRecord> = {
  avatar: readAvatar,
  description: readDescription,
  url: (text) => readField('website_link', text),
  'com.twitter': handle({
    shape: /^[A-Za-z0-9_]{1,15}$/,
    hosts: /^(?:www\.|mobile\.)?(?:x|twitter)\.com\//,
    rule: '1 to 15 letters, digits or underscores.',
  }),
  'com.github': handle({
    shape: /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?$/,
    hosts: /^(?:www\.)?github\.com\//,
    rule: '1 to 39 letters, digits or hyphens, no hyphen at either end.',
  }),
  'xyz.farcaster': handle({
    shape: /^[a-z0-9][a-z0-9-]{0,15}(\.eth)?$/,
    hosts: /^(?:www\.)?(?:warpcast\.com|farcaster\.xyz)\//,
    rule: '1 to 16 letters a-z, digits or hyphens.',
    isLowerCase: true,
  }),
  'xyz.lens': handle({
    shape: /^[a-z0-9_]{5,26}$/,
    hosts: /^(?:www\.)?(?:hey|lens)\.xyz\/u\//,
    rule: '5 to 26 letters a-z, digits or underscores.',
  }),
  'org.telegram': handle({
    shape: /^[A-Za-z0-9_]{5,32}$/,
    hosts: /^(?:www\.)?(?:t|telegram)\.me\//,
    rule: '5 to 32 letters, digits or underscores.',
  }),
  'com.discord': handle({
    shape: /^[a-z0-9_.]{2,32}$/,
    hosts: /^(?:www\.)?discord\.com\/users\//,
    rule: '2 to 32 letters a-z, digits, dots or underscores.',
    isLowerCase: true,
  }),
  email: (text) => readField('email', text),
}

function readField(name: 'website_link' | 'email', text: string): ReadRecord {
  const read = profileFields[name].safeParse(text)
  if (read.success) return { value: read.data ?? '' }
  return {
    value: text,
    problem: read.error.issues[0]?.message ?? 'This cannot be stored.',
  }
}

function readDescription(text: string): ReadRecord {
  const read = parseText(text, { lines: true })
  if (read.problem) return { value: text, problem: read.problem }
  const count = countCharacters(read.text)
  if (count <= MAX_DESCRIPTION) return { value: read.text }
  return {
    value: text,
    problem: `At most ${MAX_DESCRIPTION} characters, this has ${count}.`,
  }
}

/** Takes the addresses of ENSIP-12: https, IPFS, and a token of an own collection. */
function readAvatar(text: string): ReadRecord {
  if (/^eip155:\d+\/erc(721|1155):0x[0-9a-fA-F]{40}\/\d+$/.test(text))
    return { value: text }
  if (/^ipfs:\/\/[A-Za-z0-9]+(\/\S*)?$/.test(text)) return { value: text }
  const read = readField('website_link', text)
  return read.problem
    ? {
        value: text,
        problem: 'Enter an https or ipfs address, or pick one of your items.',
      }
    : read
}

type Handle = { shape: RegExp; hosts: RegExp; rule: string; isLowerCase?: boolean }

/** Returns a reader that stores the bare handle. */
function handle({ shape, hosts, rule, isLowerCase = false }: Handle) {
  return (text: string): ReadRecord => {
    const path = text.replace(/^https:\/\//i, '').replace(hosts, '')
    const [bare = ''] = path.replace(/^@/, '').split(/[/?#]/, 1)
    const value = isLowerCase ? bare.toLowerCase() : bare
    return shape.test(value) ? { value } : { value: text, problem: rule }
  }
}

/**
 * Returns the records to write: those whose stored form differs from the one on the chain. An empty
 * value removes a record.
 */
export function findChangedRecords(
  stored: Readonly<Record<string, string>>,
  typed: Readonly<Record<RecordKey, string>>,
): Partial<Record<RecordKey, string>> {
  const changed = recordKeys.flatMap((key) => {
    const { value } = readRecord(key, typed[key])
    return value === (stored[key] ?? '') ? [] : [[key, value] as const]
  })
  return Object.fromEntries(changed)
}

import { userInfo } from 'node:os'
import { type ModerationCategory, moderationCategories } from '@platemark/api/moderation'
import { parseAddress } from '@platemark/rules/parse-address'
import { CommandError } from '../command-error.ts'
import { parseOptions } from '../parse-options.ts'

/** Network and address of a collection, from `NETWORK/0x...`. */
export type CollectionId = { chain: string; address: string }

/** Address of a creator, with the network of a contract's account. */
export type CreatorId = { chain?: string; address: string }

/** Achievement of an account. */
type AchievementOfAccount = { creator: CreatorId; achievement: string }

/** Parsed command, validated as far as possible without the database. */
export type Command =
  | { verb: 'reports' | 'questions' | 'audit'; page: number }
  | { verb: 'close question'; id: number; note: string }
  | { verb: 'close'; id: number; note: string; isAll: boolean }
  | { verb: 'blocks' | 'promotions' | 'ratings' | 'unreadable' }
  | { verb: 'reread'; chain: string }
  | ({ verb: 'block collection'; place: CollectionId } & Reason)
  | ({ verb: 'block creator'; creator: CreatorId } & Reason)
  | { verb: 'unblock collection' | 'end promotion'; place: CollectionId }
  | { verb: 'sessions'; address: string }
  | { verb: 'unblock creator'; creator: CreatorId }
  | { verb: 'end sessions'; address: string }
  | ({ verb: 'revoke achievement'; reason: string } & AchievementOfAccount)
  | ({ verb: 'restore achievement' } & AchievementOfAccount)
  | { verb: 'promote'; place: CollectionId; terms: PromotionTerms }
  | { verb: 'copy files'; to: string }
  | { verb: 'verify'; file: string; key: string | null }
  | { verb: 'import'; file: string; key: string | null }
  | { verb: 'campaign'; act: CampaignAct }
  | { verb: 'verify campaign'; source: string; endpoints: ReadonlyMap<number, string> }

/** Act on a campaign; the text of an imported file is read later. */
export type CampaignAct =
  | { act: 'validate'; path: string }
  | { act: 'import'; path: string; note: string | null }
  | {
      act: 'publish' | 'resume' | 'notices' | 'suspicions' | 'recount' | 'freeze'
      alias: string
    }
  | { act: 'pause' | 'cancel' | 'correct'; alias: string; reason: string }
  | { act: 'keep'; alias: string; address: string }
  | { act: 'disqualify'; alias: string; address: string; reason: string }
  | {
      act: 'notice'
      alias: string
      address: string
      reason: string
      evidence: string
    }

type Reason = { category: ModerationCategory; reason: string }
type PromotionTerms = {
  from: string | null
  until: string | null
  label: string
  order: number
}

export type Options = {
  command: Command
  isJson: boolean
  by: string
  /** Null for the folder of the configuration. */
  dataFolder: string | null
}

/** Parses the arguments; returns `'help'` for `--help`. Throws `CommandError` with one sentence. */
export function readOptions(args: string[]): Options | 'help' {
  const { values, positionals } = parse(args)
  if (values.help || args.length === 0) return 'help'
  const [noun = '', ...rest] = positionals
  const read = readers[noun]
  if (!read) {
    throw new CommandError(`There is no command ${noun || 'without a name'}. ${SEE_HELP}`)
  }
  return {
    command: read(rest, values),
    isJson: values.json,
    by: values.by ?? userName(),
    dataFolder: values.data ?? null,
  }
}

const SEE_HELP = 'See npm run operator -- --help'

const own = {
  page: { type: 'string' },
  note: { type: 'string' },
  all: { type: 'boolean' },
  reason: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  label: { type: 'string' },
  order: { type: 'string' },
  remove: { type: 'boolean' },
  end: { type: 'boolean' },
  to: { type: 'string' },
  key: { type: 'string' },
  rpc: { type: 'string', multiple: true },
} as const
type Own = keyof typeof own
type Values = ReturnType<typeof parse>['values']

function parse(args: string[]) {
  return parseOptions(
    {
      args,
      allowPositionals: true,
      options: {
        ...own,
        json: { type: 'boolean', default: false },
        by: { type: 'string' },
        data: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    },
    (reason) => new CommandError(`${reason}. ${SEE_HELP}`),
  )
}

const readers: Record<string, (rest: string[], values: Values) => Command> = {
  reports: readReports,
  questions: readQuestionVerb,
  ratings(rest, values) {
    rejectUnused('ratings', rest, values, [])
    return { verb: 'ratings' }
  },
  audit(rest, values) {
    rejectUnused('audit', rest, values, ['page'])
    return { verb: 'audit', page: readNumber('--page', values.page ?? '1') }
  },
  block: readBlock,
  unblock: readUnblock,
  promote: readPromote,
  unreadable(rest, values) {
    rejectUnused('unreadable', rest, values, [])
    return { verb: 'unreadable' }
  },
  reread: readReread,
  verify: readBundle('verify'),
  import: readBundle('import'),
  campaign: readCampaignAct,
  achievement: readAchievementVerb,
  sessions([address, ...more], values) {
    rejectUnused('sessions', more, values, ['end'])
    const verb = values.end ? 'end sessions' : 'sessions'
    return { verb, address: readAddress(address) }
  },
  files([verb, ...more], values) {
    if (verb !== 'copy' || !values.to) {
      throw new CommandError(
        'Name the configuration with the new place of files: npm run operator -- files copy --to FILE',
      )
    }
    rejectUnused('files copy', more, values, ['to'])
    return { verb: 'copy files', to: values.to }
  },
}

const CAMPAIGN_ACTS =
  'validate FILE, import FILE, verify URL, or publish, pause, resume, cancel, suspicions, notices, notice, disqualify, keep, recount, freeze or correct with its alias'

function readCampaignAct([act, subject, ...more]: string[], values: Values): Command {
  if (!act || !subject) {
    throw new CommandError(`Name the act and its campaign: ${CAMPAIGN_ACTS}. ${SEE_HELP}`)
  }
  const [account, ...rest] = more
  const reject = (left: string[], taken: Own[]) =>
    rejectUnused(`campaign ${act}`, left, values, taken)
  const readWhy = () => readText('--reason', values.reason, 300, 'why, for the page')
  switch (act) {
    case 'verify':
      reject(more, ['rpc'])
      return {
        verb: 'verify campaign',
        source: subject,
        endpoints: readEndpoints(values.rpc ?? []),
      }
    case 'validate':
      reject(more, [])
      return { verb: 'campaign', act: { act, path: subject } }
    case 'import':
      reject(more, ['note'])
      return {
        verb: 'campaign',
        act: { act, path: subject, note: values.note ?? null },
      }
    case 'publish':
    case 'resume':
    case 'notices':
    case 'suspicions':
    case 'recount':
    case 'freeze':
      reject(more, [])
      return { verb: 'campaign', act: { act, alias: subject } }
    case 'pause':
    case 'cancel':
    case 'correct':
      reject(more, ['reason'])
      return { verb: 'campaign', act: { act, alias: subject, reason: readWhy() } }
    case 'keep':
      reject(rest, [])
      return {
        verb: 'campaign',
        act: { act, alias: subject, address: readAddress(account) },
      }
    case 'disqualify':
      reject(rest, ['reason'])
      return {
        verb: 'campaign',
        act: { act, alias: subject, address: readAddress(account), reason: readWhy() },
      }
    case 'notice':
      reject(rest, ['reason', 'note'])
      return {
        verb: 'campaign',
        act: {
          ...{ act, alias: subject, address: readAddress(account), reason: readWhy() },
          evidence: values.note ?? '',
        },
      }
    default:
      throw new CommandError(`There is no act ${act} of campaigns: ${CAMPAIGN_ACTS}.`)
  }
}

function readAchievementVerb(
  [verb, account, achievement, ...more]: string[],
  values: Values,
): Command {
  const isRevoke = verb === 'revoke'
  if ((!isRevoke && verb !== 'restore') || !account || !achievement) {
    throw new CommandError(
      `Name the account and the achievement: achievement revoke [NETWORK/]0x... ID --reason TEXT, or achievement restore [NETWORK/]0x... ID. ${SEE_HELP}`,
    )
  }
  rejectUnused(`achievement ${verb}`, more, values, isRevoke ? ['reason'] : [])
  const given = { creator: readCreatorId(account), achievement }
  if (!isRevoke) return { verb: 'restore achievement', ...given }
  const reason = readText('--reason', values.reason, 300, 'why, for its owner')
  return { verb: 'revoke achievement', reason, ...given }
}

/** Reads endpoints of networks, each `ID=URL`. */
function readEndpoints(texts: readonly string[]): Map<number, string> {
  if (texts.length === 0) {
    throw new CommandError(
      'Name an endpoint of each network: --rpc ID=URL, like --rpc 1868=https://rpc.example.org',
    )
  }
  return new Map(
    texts.map((text) => {
      const [, id, url = ''] = /^([1-9][0-9]{0,15})=(https?:\/\/\S+)$/.exec(text) ?? []
      if (id === undefined) {
        throw new CommandError(
          `--rpc is ID=URL, like --rpc 1868=https://rpc.example.org: got ${text}.`,
        )
      }
      return [Number(id), url]
    }),
  )
}

function readBundle(verb: 'verify' | 'import') {
  return ([file, ...more]: string[], values: Values): Command => {
    if (!file) {
      throw new CommandError(
        `Name the exit bundle: npm run operator -- ${verb} FILE [--key KEY]`,
      )
    }
    rejectUnused(verb, more, values, ['key'])
    return { verb, file, key: readKey(values.key) }
  }
}

function readKey(key: string | undefined): string | null {
  if (key === undefined) return null
  if (/^[0-9a-f]{64}$/.test(key)) return key
  throw new CommandError(
    `--key is a public key of 64 hex digits, as /api/bundle-key of the site has it: got ${key}.`,
  )
}

function readReread([chain, ...more]: string[], values: Values): Command {
  if (!chain) {
    throw new CommandError(
      'Name the network to read again: npm run operator -- reread NETWORK',
    )
  }
  rejectUnused('reread', more, values, [])
  return { verb: 'reread', chain }
}

function readReports([verb, id, ...more]: string[], values: Values): Command {
  if (verb === undefined) {
    rejectUnused('reports', more, values, ['page'])
    return { verb: 'reports', page: readNumber('--page', values.page ?? '1') }
  }
  if (verb !== 'close' || id === undefined) {
    throw new CommandError(
      'Say which report to close: npm run operator -- reports close NUMBER --note TEXT',
    )
  }
  rejectUnused('reports close', more, values, ['note', 'all'])
  const note = readText('--note', values.note, 1000, 'what was done about it')
  return {
    verb: 'close',
    id: readNumber('The report', id),
    note,
    isAll: values.all ?? false,
  }
}

function readQuestionVerb([verb, id, ...more]: string[], values: Values): Command {
  if (verb === undefined) {
    rejectUnused('questions', more, values, ['page'])
    return { verb: 'questions', page: readNumber('--page', values.page ?? '1') }
  }
  if (verb !== 'close' || id === undefined) {
    throw new CommandError(
      'Name the report to close: npm run operator -- questions close NUMBER --note TEXT',
    )
  }
  rejectUnused('questions close', more, values, ['note'])
  const note = readText('--note', values.note, 1000, 'what was done about it')
  return { verb: 'close question', id: readNumber('The report', id), note }
}

function readBlock([what, which, ...more]: string[], values: Values): Command {
  if (what === undefined) {
    rejectUnused('block', more, values, [])
    return { verb: 'blocks' }
  }
  requireNoun('block', what)
  rejectUnused(`block ${what}`, more, values, ['reason', 'note'])
  const reason = readReason(values)
  return what === 'collection'
    ? { verb: 'block collection', place: readCollectionId(which), ...reason }
    : { verb: 'block creator', creator: readCreatorId(which), ...reason }
}

function readUnblock([what, which, ...more]: string[], values: Values): Command {
  requireNoun('unblock', what)
  rejectUnused(`unblock ${what}`, more, values, [])
  return what === 'collection'
    ? { verb: 'unblock collection', place: readCollectionId(which) }
    : { verb: 'unblock creator', creator: readCreatorId(which) }
}

function readPromote([which, ...more]: string[], values: Values): Command {
  if (which === undefined) {
    rejectUnused('promote', more, values, [])
    return { verb: 'promotions' }
  }
  const place = readCollectionId(which)
  if (values.remove) {
    rejectUnused('promote --remove', more, values, ['remove'])
    return { verb: 'end promotion', place }
  }
  rejectUnused('promote', more, values, ['from', 'until', 'label', 'order'])
  const from = readTime('--from', values.from)
  const until = readTime('--until', values.until)
  if (from && until && new Date(until) <= new Date(from)) {
    throw new CommandError('--until must be later than --from.')
  }
  const label = readText(
    '--label',
    values.label ?? 'Promoted',
    24,
    'the word on the card',
  )
  const order = readNumber('--order', values.order ?? '0', -1_000_000)
  return { verb: 'promote', place, terms: { from, until, label, order } }
}

function requireNoun(verb: string, what: string | undefined): void {
  if (what === 'collection' || what === 'creator') return
  throw new CommandError(
    `Say what to ${verb}: npm run operator -- ${verb} collection NETWORK/0x..., or creator 0x...`,
  )
}

/** Default reasons shown to the owner where the operator gives no note. */
const usualReasons: Record<ModerationCategory, string | null> = {
  copy: "Reported as a copy of another artist's work.",
  impersonation: 'It presents itself as the work of somebody else.',
  scam: 'It misleads people about what they get.',
  offensive: 'Its pictures or words are not for this site.',
  illegal: 'The law does not allow it to be shown here.',
  other: null,
}

function readReason({ reason, note }: Values): Reason {
  const category = moderationCategories.find((one) => one === reason)
  if (!category) {
    throw new CommandError(`--reason is one of ${moderationCategories.join(', ')}.`)
  }
  const words = note ?? usualReasons[category] ?? undefined
  return { category, reason: readText('--note', words, 300, 'what its owner reads') }
}

function readCollectionId(text: string | undefined): CollectionId {
  const [, chain, address] = /^([a-z0-9][a-z0-9-]{0,39})\/(.+)$/.exec(text ?? '') ?? []
  if (chain) return { chain, address: readAddress(address) }
  throw new CommandError(
    'A collection is named by its network and address: NETWORK/0x..., like base/0x1111111111111111111111111111111111111111.',
  )
}

/** Reads `0x...`, or `NETWORK/0x...` for the account of a contract. */
function readCreatorId(text: string | undefined): CreatorId {
  return text?.includes('/') ? readCollectionId(text) : { address: readAddress(text) }
}

function readAddress(text: string | undefined): string {
  if (text === undefined) throw new CommandError('An address is needed: 0x...')
  if (parseAddress(text)) return text
  throw new CommandError(
    `${text} is not an address. Copy it again, with its letter case.`,
  )
}

function readNumber(name: string, text: string, least = 1): number {
  const value = /^-?\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= 1_000_000) return value
  throw new CommandError(`${name} is a whole number from ${least} to 1000000.`)
}

function readTime(option: string, text: string | undefined): string | null {
  if (text === undefined) return null
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)
  if (isTime && !Number.isNaN(Date.parse(text))) return text
  throw new CommandError(`${option}: enter a UTC time, like 2026-01-31T18:00:00Z.`)
}

function readText(
  option: string,
  text: string | undefined,
  most: number,
  meaning: string,
): string {
  const length = [...(text?.trim() ?? '')].length
  if (text !== undefined && length >= 1 && length <= most) return text.trim()
  throw new CommandError(
    `${option} TEXT is needed: ${meaning}, in at most ${most} characters.`,
  )
}

/** Throws for an option that the command does not use, or a surplus argument. */
function rejectUnused(name: string, more: string[], values: Values, heeded: Own[]): void {
  if (more[0] !== undefined)
    throw new CommandError(`${name}: ${more[0]} is one word too many. ${SEE_HELP}`)
  const other = Object.keys(own).find(
    (option) => option in values && !heeded.some((one) => one === option),
  )
  if (other) throw new CommandError(`--${other} does not belong to ${name}. ${SEE_HELP}`)
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // The user has no entry in the machine's user database.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

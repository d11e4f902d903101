import { parseOptions } from '../parse-options.ts'
import { UsageError } from './usage-error.ts'

export const commandNames = [
  ...['create', 'upload', 'rehearse', 'prepare', 'publish'],
  ...['airdrop', 'reveal', 'export', 'status'],
] as const
export type CommandName = (typeof commandNames)[number]

/** The collection that a command is about. */
export type Target =
  /** Its JSON file, with the file of its state beside it. */
  | { kind: 'file'; file: string }
  | { kind: 'contract'; chain_alias: string; contract_address: string }
  | { kind: 'draft'; draft_id: string }

export type Options = {
  command: CommandName
  /** Files that the command is given. */
  paths: string[]
  target: Target
  /** Origin of the Platemark. */
  site: string
  isJson: boolean
  keyFile: string | undefined
  /** Replaces the nodes that the Platemark names. */
  rpc: string | undefined
  /** Problems of a set that may stay are kept as they are. */
  keeps: boolean
  /** Corrections that the report offers are made. */
  corrects: boolean
  /** Quantities of a wallet in several rows: undefined where these are refused. */
  rows: 'higher' | 'sum' | undefined
  /** Wallets that had tokens in an earlier airdrop get them again. */
  givesAgain: boolean
  /** Contracts that take no tokens: undefined where these are refused. */
  contracts: 'give' | 'skip' | undefined
  /** The last batch of an airdrop is taken as lost, and sent again. */
  resends: boolean
  /** Draft with the works of a reveal, where the Platemark lost them. */
  worksOf: string | undefined
  revealFile: string | undefined
  /** Name of the collection, typed to confirm. */
  confirmation: string | undefined
}

const SEE_HELP = 'See npm run collection -- --help'

/** Fewest and most paths of each command. */
const pathCounts: Record<CommandName, readonly [least: number, most: number]> = {
  create: [1, 1],
  upload: [1, 2],
  rehearse: [0, 0],
  prepare: [0, 0],
  publish: [0, 0],
  airdrop: [1, 1],
  reveal: [0, 1],
  export: [0, 1],
  status: [0, 0],
}

/** Options of one command only. */
const ownOptions: Record<string, CommandName[]> = {
  keep: ['upload'],
  correct: ['upload'],
  rows: ['airdrop'],
  contracts: ['airdrop'],
  again: ['airdrop'],
  resend: ['airdrop'],
  works: ['reveal'],
  'reveal-file': ['export'],
  confirm: ['export'],
}

/** Parses the arguments; `'help'` for `--help` and for none. Throws `UsageError`. */
export function readOptions(args: string[]): Options | 'help' {
  const { values, positionals } = parse(args)
  if (values.help || args.length === 0) return 'help'
  const [name = '', ...paths] = positionals
  const command = commandNames.find((one) => one === name)
  if (!command) {
    throw new UsageError(
      `There is no command ${name || 'without a name'}: use ${commandNames.join(', ')}. ${SEE_HELP}`,
    )
  }
  requireOwn(command, Object.keys(values))
  requirePaths(command, paths)
  const { rpc, collection } = values
  return {
    ...{ command, paths, rpc, isJson: values.json, keyFile: values['key-file'] },
    target: command === 'create' ? fileTarget(paths[0]) : readTarget(collection),
    site: readOrigin('site', values.site),
    ...{ keeps: values.keep ?? false, corrects: values.correct ?? false },
    rows: readChoice('rows', values.rows, ['higher', 'sum']),
    contracts: readChoice('contracts', values.contracts, ['give', 'skip']),
    ...{ givesAgain: values.again ?? false, resends: values.resend ?? false },
    ...{ worksOf: values.works, revealFile: values['reveal-file'] },
    confirmation: values.confirm,
  }
}

function parse(args: string[]) {
  return parseOptions(
    {
      args,
      allowPositionals: true,
      options: {
        site: { type: 'string', default: 'http://localhost:3000' },
        collection: { type: 'string' },
        'key-file': { type: 'string' },
        rpc: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        keep: { type: 'boolean' },
        correct: { type: 'boolean' },
        rows: { type: 'string' },
        contracts: { type: 'string' },
        again: { type: 'boolean' },
        resend: { type: 'boolean' },
        works: { type: 'string' },
        'reveal-file': { type: 'string' },
        confirm: { type: 'string' },
      },
    },
    (reason) => new UsageError(`${reason}. ${SEE_HELP}`),
  )
}

function requireOwn(command: CommandName, given: string[]): void {
  const foreign = given.find((name) => ownOptions[name]?.includes(command) === false)
  if (foreign !== undefined) {
    throw new UsageError(`${command} takes no --${foreign}. ${SEE_HELP}`)
  }
  if (command === 'create' && given.includes('collection')) {
    throw new UsageError(
      `create takes no --collection: name the file of the collection behind it. ${SEE_HELP}`,
    )
  }
}

function requirePaths(command: CommandName, paths: string[]): void {
  const [least, most] = pathCounts[command]
  if (paths.length < least) {
    throw new UsageError(
      `${command} needs ${missingPath[command] ?? 'a file'}. ${SEE_HELP}`,
    )
  }
  const surplus = paths[most]
  if (surplus !== undefined) {
    throw new UsageError(`${command} does not take "${surplus}". ${SEE_HELP}`)
  }
}

const missingPath: Partial<Record<CommandName, string>> = {
  create: 'the JSON file of a collection',
  upload: 'a folder, a ZIP, or an image or video',
  airdrop: 'a CSV file of wallets',
}

function fileTarget(file = 'collection.json'): Target {
  return { kind: 'file', file }
}

function readTarget(text: string | undefined): Target {
  const [, chain_alias, contract_address] =
    /^([\w-]+)\/(0x[0-9a-fA-F]{40})$/.exec(text ?? '') ?? []
  if (chain_alias && contract_address) {
    return { kind: 'contract', chain_alias, contract_address }
  }
  if (text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) {
    return { kind: 'draft', draft_id: text.toLowerCase() }
  }
  return fileTarget(text)
}

function readOrigin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new UsageError(
    `--${name}: ${text} is not the address of a site. Enter one like https://example.org. ${SEE_HELP}`,
  )
}

function readChoice<Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (text === undefined) return undefined
  const found = choices.find((one) => one === text)
  if (found) return found
  throw new UsageError(`--${name} is ${choices.join(' or ')}, not ${text}. ${SEE_HELP}`)
}

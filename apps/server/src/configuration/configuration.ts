import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as z from 'zod'
import { ACHIEVEMENTS_FILE, type Achievement, readAchievements } from './achievements.ts'
import { type BadgeConfiguration, badgeFields, completeBadges } from './badges.ts'
import { bannerFields, findBannerContradiction } from './banner.ts'
import {
  ConfigurationError,
  contact,
  contractAddress,
  instant,
  isOrigin,
  seconds,
  webAddress,
  wholeNumber,
} from './fields.ts'
import { fileStoreFields, findFileStoreContradiction } from './file-store.ts'
import { completeNames, type NameConfiguration, nameFields } from './names.ts'
import { completeNetwork, type NetworkConfiguration, networkFields } from './networks.ts'
import { reservedUsernames } from './reserved-usernames.ts'
import { walletProviderFields } from './wallet-provider.ts'

/**
 * All settings of an operator, written in `platemark.config.json`; simple ones can also
 * be set in the environment, in capitals, which takes precedence. Their descriptions
 * generate `docs/configuration.md` and `docs/limits.md`.
 */
const configurationFields = z.strictObject({
  product_name: z
    .string('Enter text.')
    .min(1, 'Enter at least one character.')
    .max(40, 'At most 40 characters.')
    .default('Platemark')
    .describe('Name of the product on every page.'),
  host: z
    .string('Enter a host name or address.')
    .default('127.0.0.1')
    .describe('Address the server listens on. `0.0.0.0`: every interface.'),
  port: wholeNumber(0, 65_535)
    .default(3000)
    .describe('Port the server listens on. 0: one that the system chooses.'),
  public_url: z
    .string('Enter an http or https address.')
    .refine(isOrigin, 'Enter an http or https address without a path.')
    .transform((url) => new URL(url).origin)
    .nullable()
    .default(null)
    .describe(
      'Public URL of the product, for example `https://mint.example.org`. Used in sign-in texts and token metadata. Absent: `http://localhost:PORT`.',
    ),
  allowed_origins: z
    .array(
      z
        .string('Enter origins, like https://app.example.org.')
        .refine(isOrigin, 'Enter an http or https address without a path.')
        .transform((url) => new URL(url).origin),
    )
    .default([])
    .describe(
      'Origins of other sites whose pages may make calls with a token. Public data can be read from any origin.',
    ),
  trusted_proxies: z
    .array(z.string('Enter addresses or networks, like 10.0.0.0/8.'))
    .default([])
    .describe('Proxies whose `X-Forwarded-For` is trusted. Empty: none.'),
  data_folder: z
    .string('Enter a folder.')
    .min(1, 'Enter a folder.')
    .default('data')
    .describe(
      'Folder of the embedded database and of the file store on disk; relative paths start at the configuration file. The folder and everything in it is made private (0700 and 0600).',
    ),
  database_url: z
    .string('Enter a PostgreSQL address.')
    .regex(/^postgres(ql)?:\/\//, 'Enter an address that begins with postgres://.')
    .nullable()
    .default(null)
    .describe('PostgreSQL to use. Absent: the embedded database in `data_folder`.'),
  allow_embedded_database: z
    .boolean('Enter true or false.')
    .default(false)
    .describe(
      'Lets a production process (`NODE_ENV=production`) use the embedded database, which survives a crash of the process but not of the machine.',
    ),
  role: z
    .enum(['all', 'api', 'indexer', 'jobs'], 'Use one of all, api, indexer, jobs.')
    .default('all')
    .describe('Work of this process. The embedded database needs `all`.'),
  rate_limit_scale: z
    .number('Enter a number.')
    .positive('Enter a number above 0.')
    .default(1)
    .describe('Multiplies every rate limit.'),
  log_level: z
    .enum(
      ['debug', 'info', 'warn', 'error', 'silent'],
      'Use one of debug, info, warn, error, silent.',
    )
    .default('info')
    .describe('Lowest level of logged lines.'),
  metrics_port: wholeNumber(0, 65_535)
    .nullable()
    .default(null)
    .describe(
      'Separate port of `/metrics` for Prometheus and of `/ready` with the state of every network; do not expose it publicly. 0: one that the system chooses. Absent: `/metrics` and `/metrics/ready` are on the main port if `metrics_token` is set.',
    ),
  metrics_token: z
    .string('Enter text.')
    .regex(
      /^[\x21-\x7e]{16,200}$/,
      'Use 16 to 200 plain ASCII characters without spaces.',
    )
    .nullable()
    .default(null)
    .describe(
      'Token that `/metrics` and the state of every network require as `Authorization: Bearer TOKEN`. Absent: the separate port requires none, and without that port there are no metrics.',
    ),
  web_folder: z
    .string('Enter a folder.')
    .nullable()
    .default(null)
    .describe('Folder of the built web app. Absent: `apps/web/dist` of this checkout.'),
  anvil_path: z
    .string('Enter the path of a program.')
    .nullable()
    .default(null)
    .describe(
      'Program `anvil` of Foundry, which rehearsals run; see docs/rehearsals.md. Absent: that of the npm package `@foundry-rs/anvil`, where it is installed.',
    ),
  read_only: z
    .boolean('Enter true or false.')
    .default(false)
    .describe(
      'Refuses every call that saves something with 503 `read_only`, and says so on the pages; `banner.site_url` is named as the place to continue, whether the banner is shown or not. Reading, signing in, minting, withdrawing and indexing go on.',
    ),
  bridge_url: webAddress()
    .nullable()
    .default(null)
    .describe('Target of the menu entry "Bridge". Absent: no entry.'),
  lists_url: webAddress()
    .nullable()
    .default(null)
    .describe(
      'Base URL of copies of the published list files, on a site independent of this one; each file is expected at this URL, a slash and its name. With them, minting from a list continues while this server is down. Absent: only here.',
    ),
  file_store: fileStoreFields
    .prefault({})
    .describe('Place of uploaded and published files; see docs/files.md.'),
  files_url: z
    .string('Enter an http or https address.')
    .refine(isOrigin, 'Enter an http or https address without a path.')
    .transform((url) => new URL(url).origin)
    .nullable()
    .default(null)
    .describe(
      'Origin under which visitors load stored files, for example `https://files.mint.example.org`: another host name that leads to `/files/` of this server. Absent: `public_url`.',
    ),
  ipfs_gateway_url: webAddress()
    .nullable()
    .default(null)
    .describe(
      'Gateway of IPFS, for example `https://ipfs.io`: before a collection moves to IPFS, files of five tokens are loaded from it and compared. Absent: the creator looks at a public gateway.',
    ),
  operator_name: z
    .string('Enter text.')
    .min(1, 'Enter at least one character.')
    .max(60, 'At most 60 characters.')
    .nullable()
    .default(null)
    .describe(
      'Name of the operator, shown where a collection is blocked. Absent: no name.',
    ),
  operator_contact: contact()
    .nullable()
    .default(null)
    .describe(
      'Contact of the operator: an e-mail address, or an https address of a page. Shown to creators of blocked collections.',
    ),
  banner: bannerFields
    .prefault({})
    .describe('A line above the header of every page, off unless it is enabled.'),
  sign_in_chain_id: wholeNumber(1)
    .nullable()
    .default(null)
    .describe(
      'Chain named in sign-in texts unless the wallet requests another enabled one. Absent: the first network.',
    ),
  sign_in_statement: z
    .string('Enter text.')
    // Characters that EIP-4361 allows in a statement.
    .regex(
      /^[\w .~:/?#[\]@!$&'()*+,;=-]{1,200}$/,
      "Use up to 200 letters, digits, spaces and .-_~:/?#[]@!$&'()*+,;= on one line.",
    )
    .default('Sign in to prove that you hold this wallet. This costs nothing.')
    .describe('Sentence of the sign-in text shown by wallets.'),
  has_demo_wallet: z
    .boolean('Enter true or false.')
    .default(false)
    .describe('Offers the in-page demo wallet. Only works with embedded chains.'),
  wallet_provider: walletProviderFields
    .prefault({})
    .describe('The Abstract wallet, which opens in a window of its own.'),
  networks: z
    .array(networkFields)
    .default([])
    .describe('Enabled networks, the main one first.'),
  names: nameFields
    .prefault({})
    .describe('Names that people own, off unless `chain` is set.'),
  badges: badgeFields
    .prefault({})
    .describe('Badges of campaigns, whose contracts are set by network.'),
  achievements_file: z
    .string('Enter a file.')
    .min(1, 'Enter a file.')
    .nullable()
    .default(null)
    .describe(
      'File with the achievements; relative paths start at the configuration file. Absent: `config/achievements.yaml` of this checkout.',
    ),
  promoted: z
    .array(
      z.strictObject({
        chain: z
          .string('Enter the alias of a network.')
          .describe('Alias of its network.'),
        address: contractAddress().describe('Address of the collection.'),
        order: z.number('Enter a number.').default(0).describe('Smaller comes first.'),
        from: instant().nullable().default(null).describe('Not before this time.'),
        until: instant().nullable().default(null).describe('Not from this time on.'),
        label: z
          .string('Enter text.')
          .max(24, 'At most 24 characters.')
          .default('Promoted')
          .describe('Label on its card.'),
      }),
    )
    .default([])
    .describe('Collections at the top of the first page, always labelled.'),
  reserved_usernames: z
    .array(
      z
        .string('Enter text.')
        .regex(/^[a-z0-9_]{1,30}$/, 'Use small letters, digits and underscores.'),
    )
    .nullable()
    .default(null)
    .describe(
      'Usernames that cannot be taken, with or without underscores; users who have one keep it. Absent: words of URLs and operators, like admin, api, settings, studio and support.',
    ),
  limits: z
    .strictObject({
      sign_in_texts_per_client: limit(
        10,
        'Sign-in texts per internet address and minute.',
      ),
      sign_in_texts_per_address: limit(
        5,
        'Sign-in texts per internet address, wallet and minute.',
      ),
      sign_ins_per_client: limit(10, 'Sign-in attempts per internet address and minute.'),
      sign_ins_per_address: limit(
        5,
        'Sign-in attempts per internet address, wallet and minute.',
      ),
      reads_per_client: limit(
        1200,
        'Calls per internet address and minute, counted per process.',
      ),
      request_header_seconds: seconds()
        .default(20)
        .describe('Seconds in which the headers of a request must arrive.'),
      request_seconds: seconds()
        .default(300)
        .describe('Seconds in which a whole request must arrive.'),
      keep_alive_seconds: seconds()
        .default(72)
        .describe('Seconds for which a connection may wait for its next request.'),
      stall_seconds: seconds()
        .default(15)
        .describe(
          'Seconds after which a connection ends whose client neither sends its body nor reads its response at `min_bytes_per_second`.',
        ),
      min_bytes_per_second: limit(
        4096,
        'Least rate at which a client must send a body and read a response.',
      ),
      uploads_open: limit(
        24,
        'Concurrent uploads of pictures and lists, counted per process; each is held in memory once.',
      ),
      upload_bytes_open: limit(
        268_435_456,
        'Bytes of all concurrent uploads together, as their headers declare them, counted per process.',
      ),
      uploads_open_per_client: limit(
        8,
        'Concurrent uploads per internet address, counted per process.',
      ),
      uploads_open_per_user: limit(
        4,
        'Concurrent uploads per user, counted per process.',
      ),
      share_images_per_client: limit(
        60,
        'Share images rendered per internet address and minute, counted per process; stored ones do not count.',
      ),
      kept_answers: wholeNumber(0)
        .default(200)
        .describe(
          'Serialized responses of each public list that a process caches, for as long as clients may, or until rows change. 0: none, and no pages.',
        ),
      kept_page_bytes: limit(
        33_554_432,
        'Bytes of rendered pages that a process keeps, each for three quarters of a second.',
      ),
      shed_pending: limit(
        400,
        'Reads that a process answers at the same time; beyond them lists are refused with 503, what a mint needs at four times as many.',
      ),
      shed_lag_ms: limit(
        500,
        'Milliseconds for which requests wait for their turn, half a second long, before lists are refused; what a mint needs at four times as many.',
      ),
      reports_per_client: limit(
        5,
        'Reports of collections per internet address and minute.',
      ),
      reports_per_client_day: limit(
        30,
        'Reports of collections per internet address and day.',
      ),
      open_reports_per_collection: limit(
        100,
        'Open reports per collection; beyond it the newest are kept, those with a text first.',
      ),
      live_connections: limit(
        5000,
        'Concurrent streams of live counts, counted per process.',
      ),
      live_per_client: limit(
        50,
        'Concurrent streams of live counts per internet address, counted per process.',
      ),
      live_seconds: limit(
        1800,
        'Seconds after which a stream of live counts ends and its client reconnects; up to a quarter sooner for some.',
      ),
      live_buffer_bytes: limit(
        65_536,
        'Bytes buffered for a client of live counts that does not read; above, its connection is closed.',
      ),
      name_answers_per_client: limit(
        300,
        'Answers of the gateway of names signed per internet address and minute.',
      ),
      name_answers_per_network: limit(
        3000,
        'The same for a network: the first 24 bits of an IPv4 address, 48 of an IPv6 one.',
      ),
      faucet_per_client: limit(10, 'Faucet requests per internet address and minute.'),
      uploads_per_user: limit(30, 'Uploaded pictures per user and minute.'),
      uploads_per_user_day: limit(100, 'Uploaded pictures per user and day.'),
      upload_bytes_per_user_day: limit(
        4_294_967_296,
        'Bytes of pictures and lists that a user can send, and of list files that its deployments publish, within 24 hours; forms up to `json_bytes` do not count.',
      ),
      upload_bytes_per_client_day: limit(
        17_179_869_184,
        'The same for an internet address.',
      ),
      set_bytes: limit(
        2_147_483_648,
        'Bytes of all files of an uploaded set, or of its ZIP.',
      ),
      set_uploads_open: limit(
        3,
        'Uploads of sets that an account has not finished, over all its drafts.',
      ),
      set_uploads_per_user: limit(20, 'Lists of files of sets sent per user and minute.'),
      set_uploads_per_client: limit(
        40,
        'Lists of files of sets sent per internet address and minute.',
      ),
      set_upload_hours: limit(
        48,
        'Hours for which an upload waits for its next bytes, and after which what was sent and is in no set is deleted.',
      ),
      exit_hours: limit(24, 'Hours for which a written exit bundle can be downloaded.'),
      manifest_bytes: limit(
        4_194_304,
        'Bytes of the list of files of a set, sent as JSON.',
      ),
      master_bytes: limit(104_857_600, 'Bytes of one work of a set.'),
      master_pixels: limit(100_000_000, 'Pixels of one work of a set.'),
      drafts_per_account: limit(
        100,
        'Drafts that are not deployed, per account and network.',
      ),
      held_aliases_per_account: limit(
        10,
        'Prepared deployments that hold an alias at the same time, per account and network; each until its deadline.',
      ),
      lists_per_user: limit(10, 'Allowlists sent per user and minute.'),
      lists_per_client: limit(20, 'Allowlists sent per internet address and minute.'),
      list_reads_per_user: limit(
        60,
        'Batches of checked accounts and holders of collections that are read for lists, per user and minute.',
      ),
      list_reads_per_client: limit(120, 'The same per internet address and minute.'),
      preparations_per_user: limit(10, 'Prepared deployments per user and minute.'),
      preparations_per_client: limit(
        20,
        'Prepared deployments per internet address and minute.',
      ),
      rehearsal_seconds: limit(60, 'Seconds after which a rehearsal is ended.'),
      rehearsal_mints: limit(
        3000,
        'Mints of all phases of a rehearsal; wallets of longer lists do not try.',
      ),
      file_grace_hours: limit(
        24,
        'Hours for which files and lists are kept that no draft, collection or user names; they count as far as every network is indexed.',
      ),
      username_days: limit(7, 'Days between two changes of a username.'),
      sign_in_text_seconds: limit(300, 'Seconds for which a sign-in text is valid.'),
      contract_check_seconds: limit(
        5,
        'Timeout in seconds for the chain to verify a contract wallet at sign-in.',
      ),
      session_hours: limit(168, 'Hours after which a session ends.'),
      session_idle_hours: limit(24, 'Hours without a call after which a session ends.'),
      contract_session_hours: limit(
        24,
        'Hours after which a session of a contract wallet ends.',
      ),
      sessions_per_user: limit(10, 'Sessions per user; the oldest ends first.'),
      json_bytes: limit(
        65_536,
        'Bytes of a JSON body, where the call does not allow more.',
      ),
      list_bytes: limit(16_777_216, 'Bytes of an allowlist sent as JSON.'),
      image_bytes: limit(20_971_520, 'Bytes of an uploaded picture.'),
      image_pixels: limit(25_000_000, 'Pixels of an uploaded picture.'),
      avatar_bytes: limit(2_097_152, 'Bytes of an uploaded picture of a user.'),
      faucet_coins: limit(10, 'Coins up to which the faucet fills a wallet.'),
      rpc_bytes: limit(131_072, 'Bytes of a request to an embedded chain.'),
      chain_save_ms: wholeNumber(1, 3_600_000)
        .default(1000)
        .describe(
          'Shortest time between two saves of an embedded chain in milliseconds.',
        ),
      rpc_requests_per_second: limit(
        50,
        'Requests per second that the indexer sends to one RPC endpoint, unless the network sets its own limit.',
      ),
      rpc_timeout_seconds: seconds()
        .default(10)
        .describe('Response timeout of an RPC endpoint in seconds.'),
      rpc_retries: wholeNumber(0, 100)
        .default(3)
        .describe('Retries of a failed RPC request.'),
      rpc_retry_delay_ms: wholeNumber(0, 60_000)
        .default(150)
        .describe('Milliseconds before the first retry; doubled for each further one.'),
      rpc_batch_size: limit(1000, 'Requests per batch to an RPC endpoint.'),
      rpc_poll_ms: wholeNumber(1, 600_000)
        .default(4000)
        .describe(
          'Milliseconds between two requests of the head of a network; at most 500 on an embedded chain.',
        ),
      rpc_max_pause_ms: wholeNumber(1, 3_600_000)
        .default(60_000)
        .describe(
          'Longest backoff of the indexer from a failing RPC endpoint in milliseconds; at most 1,000 on an embedded chain.',
        ),
      lease_seconds: seconds()
        .default(6)
        .describe(
          'Seconds without a heartbeat after which another process takes over the networks of an indexer.',
        ),
      owed_read_interval_ms: wholeNumber(0, 60_000)
        .default(1000)
        .describe(
          'Milliseconds between two reads of the amount owed to an account on a network.',
        ),
      balance_checks_per_user: limit(
        6,
        'Checks of own contracts against the chain, per user and minute.',
      ),
      balance_checks_per_run: limit(
        20,
        'Contracts of a network whose balance is checked against what they owe, per minute; each takes some six requests.',
      ),
      art_per_client: limit(
        30,
        'Calls that compute the addresses of the files of a collection, per internet address and minute.',
      ),
      searches_per_client: limit(
        60,
        'Searches of the whole site per internet address and minute.',
      ),
      name_checks_per_client: limit(
        60,
        'Checks of names per internet address and minute.',
      ),
      name_reads_per_client: limit(
        240,
        'Reads of single names per internet address and minute.',
      ),
      names_per_user: limit(
        30,
        'Reported registrations and chosen primary names, per user and minute.',
      ),
      quiz_attempts_per_caller: limit(
        10,
        'Graded quizzes of one article, per user or internet address and ten minutes.',
      ),
      question_reports_per_client: limit(
        10,
        'Reported questions of quizzes per internet address and day.',
      ),
      open_reports_per_question: limit(
        20,
        'Open reports of one question of a quiz; a further one replaces the oldest.',
      ),
      article_ratings_per_client: limit(
        30,
        'Ratings of articles per internet address and minute.',
      ),
      achievement_claims_per_user: limit(
        30,
        'Claimed and pinned achievements per user and minute.',
      ),
      achievement_reads_per_user: limit(
        60,
        'Reads of the own achievements per user and minute.',
      ),
      achievement_reads_per_client: limit(
        120,
        'Reads of achievements of others per internet address and minute.',
      ),
      campaign_changes_per_user: limit(
        30,
        'Calls that join or leave campaigns, claim rewards, link wallets or answer notices, per user and minute.',
      ),
      campaign_refreshes_per_user: limit(
        2,
        'Evaluations of own quests of campaigns, per user and minute.',
      ),
      balance_check_minutes: limit(
        60,
        'Minutes after which the balance of a contract is checked again.',
      ),
      rpc_answer_bytes: limit(67_108_864, 'Bytes of an RPC response.'),
    })
    .prefault({})
    .describe('Every limit; see docs/limits.md.'),
})

type Fields = z.output<typeof configurationFields>

/** Returns the settings as JSON Schema, in the form of the configuration file. */
export function describeFields(): unknown {
  return z.toJSONSchema(configurationFields, { io: 'input', unrepresentable: 'any' })
}

/** Validated configuration: defaults are filled in, folders are absolute. */
export type Configuration = Omit<
  Fields,
  | 'achievements_file'
  | 'badges'
  | 'names'
  | 'networks'
  | 'public_url'
  | 'reserved_usernames'
  | 'sign_in_chain_id'
> & {
  networks: NetworkConfiguration[]
  /** Null: there are no names. */
  names: NameConfiguration | null
  badges: BadgeConfiguration
  achievements: Achievement[]
  reserved_usernames: string[]
  /** Origin without a trailing slash. */
  public_url: string
  sign_in_chain_id: number
  is_production: boolean
}

type Environment = Record<string, string | undefined>

/**
 * Reads the environment and the file named by `PLATEMARK_CONFIG`, else
 * `platemark.config.json` if it exists. Throws `ConfigurationError` with every wrong
 * field.
 */
export function readConfiguration(environment: Environment): Configuration {
  const { settings, base } = readSettings(environment)
  return configure(settings, environment, base)
}

/**
 * Reads the unvalidated configuration file and the folder its relative paths start at;
 * empty without a file. Throws `ConfigurationError` if it cannot be read.
 */
export function readSettings(environment: Environment): {
  settings: Record<string, unknown>
  base: string
} {
  const file = resolve(environment.PLATEMARK_CONFIG || 'platemark.config.json')
  const isNamed = Boolean(environment.PLATEMARK_CONFIG)
  if (isNamed && !existsSync(file)) {
    throw new ConfigurationError(`PLATEMARK_CONFIG names ${file}, which does not exist.`)
  }
  const settings = existsSync(file) ? asObject(readJson(file)) : {}
  return { settings, base: dirname(file) }
}

/**
 * Validates settings; the environment takes precedence and relative folders start at
 * `base`. Throws `ConfigurationError`.
 */
export function configure(
  settings: unknown,
  environment: Environment = {},
  base: string = process.cwd(),
): Configuration {
  const { $schema: _, ...written } = { $schema: undefined, ...asObject(settings) }
  const result = configurationFields.safeParse(withEnvironment(written, environment))
  if (!result.success) throw new ConfigurationError(sentences(result.error.issues))
  const fields = result.data
  const networks = fields.networks.map((network, index) =>
    completeNetwork(network, index, fields.limits),
  )
  const isProduction = environment.NODE_ENV === 'production'
  const configuration = {
    ...fields,
    networks,
    names: completeNames(fields.names, { networks, base, environment }),
    badges: completeBadges(fields.badges, { base, environment }),
    achievements: readAchievements(
      fields.achievements_file === null
        ? ACHIEVEMENTS_FILE
        : resolve(base, fields.achievements_file),
    ),
    data_folder: resolve(base, fields.data_folder),
    web_folder: fields.web_folder && resolve(base, fields.web_folder),
    reserved_usernames: fields.reserved_usernames ?? reservedUsernames,
    public_url: fields.public_url ?? `http://localhost:${fields.port}`,
    sign_in_chain_id: fields.sign_in_chain_id ?? networks[0]?.id ?? 1,
    is_production: isProduction,
  }
  checkCombinations(configuration)
  return configuration
}

/**
 * Returns the environment variable of a setting, `BANNER_ENABLED` for
 * `banner.is_enabled`; undefined for arrays and objects.
 */
export function environmentName(path: string): string | undefined {
  return simpleFields.has(path) ? path.toUpperCase().replace(/\.(IS_)?/, '_') : undefined
}

/** Settings that the environment can set, by path. */
const simpleFields = new Map<string, z.core.$ZodType>([
  ...simpleFieldsOf(configurationFields.shape, ''),
  ...simpleFieldsOf(bannerFields.shape, 'banner.'),
  ...simpleFieldsOf(fileStoreFields.shape, 'file_store.'),
  ...simpleFieldsOf(nameFields.shape, 'names.'),
  ...simpleFieldsOf(badgeFields.shape, 'badges.'),
  ...simpleFieldsOf(walletProviderFields.shape, 'wallet_provider.'),
])

function simpleFieldsOf(
  shape: Record<string, z.core.$ZodType>,
  prefix: string,
): [path: string, schema: z.core.$ZodType][] {
  return Object.entries(shape).flatMap(([name, schema]) =>
    /array|object/.test(innerType(schema)) ? [] : [[`${prefix}${name}`, schema]],
  )
}

function withEnvironment(
  written: Record<string, unknown>,
  environment: Environment,
): Record<string, unknown> {
  const merged = { ...written }
  for (const [path, schema] of simpleFields) {
    const text = environment[environmentName(path) ?? '']
    if (text === undefined || text === '') continue
    const value = fromText(text, innerType(schema))
    const [field = '', part] = path.split('.')
    merged[field] = part ? { ...asObject(merged[field] ?? {}), [part]: value } : value
  }
  return merged
}

/** Converts a variable's text to the setting's type. */
function fromText(text: string, type: string): unknown {
  if (type === 'number') return text.trim() === '' ? text : Number(text)
  if (type !== 'boolean') return text
  if (/^(1|true|yes)$/i.test(text)) return true
  return /^(0|false|no)$/i.test(text) ? false : text
}

function innerType(schema: z.core.$ZodType): string {
  const { def } = schema._zod
  if ('innerType' in def) return innerType(def.innerType as z.core.$ZodType)
  if ('in' in def) return innerType(def.in as z.core.$ZodType)
  return def.type
}

function asObject(value: unknown): Record<string, unknown> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(value)
  if (parsed.success) return parsed.data
  throw new ConfigurationError('The configuration must be a JSON object.')
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`${file} is not valid JSON: ${reason}`)
  }
}

function sentences(issues: z.core.$ZodIssue[]): string {
  return issues
    .map((issue) => {
      const path = issue.path.join('.')
      if (issue.code !== 'unrecognized_keys')
        return `${path || 'The file'}: ${issue.message}`
      const where = path ? `${path}: ` : ''
      return `${where}There is no setting named ${issue.keys.join(' or ')}.`
    })
    .join('\n')
}

function checkCombinations(configuration: Configuration): void {
  const { networks } = configuration
  const twice = networks.find(
    (one, index) =>
      networks.findIndex(({ id, alias }) => id === one.id || alias === one.alias) !==
      index,
  )
  if (twice) {
    throw new ConfigurationError(
      `networks: ${twice.alias} (${twice.id}) is listed twice.`,
    )
  }
  if (
    networks.length > 0 &&
    !networks.some(({ id }) => id === configuration.sign_in_chain_id)
  ) {
    throw new ConfigurationError(
      `sign_in_chain_id: ${configuration.sign_in_chain_id} is not one of the enabled networks.`,
    )
  }
  const wrong = findBannerContradiction(configuration.banner)
  if (wrong) throw new ConfigurationError(`banner.${wrong.join(': ')}`)
  const unusable = findFileStoreContradiction(configuration.file_store)
  if (unusable) throw new ConfigurationError(`file_store.${unusable.join(': ')}`)
  const { port, metrics_port } = configuration
  if (metrics_port !== null && metrics_port !== 0 && metrics_port === port) {
    throw new ConfigurationError(
      `metrics_port: ${port} is the port of the product. Choose another, or set only metrics_token.`,
    )
  }
  if (configuration.database_url) return
  if (configuration.role !== 'all') {
    throw new ConfigurationError(
      `role: ${configuration.role} needs database_url, because the embedded database serves one process.`,
    )
  }
  if (configuration.is_production && !configuration.allow_embedded_database) {
    throw new ConfigurationError(
      'database_url: set it, or set ALLOW_EMBEDDED_DATABASE=1 to run production on the embedded database, which does not survive a crash of the machine.',
    )
  }
}

function limit(value: number, what: string) {
  return wholeNumber(1).default(value).describe(what)
}

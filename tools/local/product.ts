import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listCollections } from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import { type Address, parseGwei } from 'viem'
import * as z from 'zod/mini'
import { getReadiness } from '../../apps/server/src/areas/instance/service.ts'
import {
  configure,
  readSettings,
} from '../../apps/server/src/configuration/configuration.ts'
import { openEmbedded } from '../../apps/server/src/database/database.ts'
import { type RunningServer, startServer } from '../../apps/server/src/server.ts'
import { requireSpace } from '../bootstrap.mjs'
import {
  ABSTRACT_CHAIN,
  type AbstractChain,
  startAbstractChain,
} from './abstract-chain.ts'
import { operatorAccount } from './accounts.ts'
import { connectApi } from './api.ts'
import { type KeptChain, keepChain } from './chain.ts'
import { seed } from './content/seed.ts'
import { freshWorks, works } from './content/works.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { openDemoCampaigns } from './demo-campaigns.ts'
import { type Contracts, deployContracts, requireOwnContracts } from './deploy.ts'
import { deployBadges } from './deploy-badges.ts'
import { deployNames } from './deploy-names.ts'
import type { Options } from './options.ts'
import { portProblem } from './ports.ts'
import { keepVoucherKey } from './voucher-key.ts'
import { startWalletProvider } from './wallet-provider.ts'

type StartContext = {
  /** Receives a cleanup function for each opened resource, in order; called in reverse. */
  ends: (() => Promise<unknown> | unknown)[]
  /** Receives one line for each step. */
  log(line: string): void
  /** Receives a sentence when a running part cannot be restarted. */
  onLost(sentence: string): void
}

/**
 * Starts the whole product: the locked data folder, two chains, the contracts, the server and
 * example content. Resolves when it can be used. Throws `StartError`, `DataFolderError`,
 * `FolderInUseError` or `ConfigurationError` with one sentence for what the person at the terminal
 * can mend.
 */
export async function startProduct(
  options: Options,
  context: StartContext,
): Promise<void> {
  const { ends, log } = context
  const { looks, limits } = readLooks(options.port, process.env)
  const folder = openDataFolder(options.dataFolder, options.isReset)
  ends.push(folder.unlock)
  if (options.isReset) log(`Emptied ${folder.path}`)
  requireSpace(folder.path, DATA_BYTES)
  await requirePorts(options)
  if (readContent(folder)?.state === 'making') {
    log(
      'The first start was cut short before the example content was made; beginning afresh',
    )
    folder.empty()
  }
  const ids = [...CHAINS, ...(options.hasAbstract ? [ABSTRACT_CHAIN] : [])].map(
    ({ id }) => id,
  )
  requireOwnContracts(folder, ids, operatorAccount().address)
  // Stored before anything else, so that an interrupted first start begins afresh.
  const isFirst = readContent(folder) === undefined
  const state = options.isEmpty ? 'empty' : 'making'
  if (isFirst) folder.writeValue('content', { state, round: 0, promoted: [] })

  const saveMs = limits.chain_save_ms
  const chains = await startChains({ ...options, saveMs }, folder, context)
  const contracts = await deployAll(chains, folder)
  const abstract = options.hasAbstract
    ? await addAbstract({ ...options, saveMs }, folder, context)
    : undefined
  for (const chain of chains)
    if (chain.id === HOME_CHAIN.id) await deployNames(chain, operatorAccount())
  const voucherKey = keepVoucherKey(folder.path)
  const site = process.env.PUBLIC_URL || `http://localhost:${options.port}`
  const wished = { signer: voucherKey.signer, baseUri: `${site}/api/badges/` }
  const badges = await Promise.all(
    chains.map((chain) => deployBadges(chain, operatorAccount(), wished)),
  )
  log('Contracts ready')
  const wallet = await startWalletProvider(chains, folder, abstract)
  ends.push(wallet.close)
  const settings = {
    // Names a page that exists without a network: the coins of these chains cannot be bridged.
    bridge_url: `${site}/academy/networks-and-bridging`,
    ...looks,
    ...createSettings(options, folder, { contracts, badges: badges[0] }, abstract),
    badges: { voucher_key_file: voucherKey.file },
    // Without the stand-in for Abstract its account is a plain one, on both chains.
    wallet_provider: { url: wallet.url, is_smart: abstract !== undefined },
  }
  const databaseFolder = join(folder.path, 'database')
  if (!existsSync(databaseFolder)) log('Making the database, some ten seconds ...')
  const server = await startServer(configure(settings, settable()), {
    // This process holds the folder's lock already, and releases it last.
    database: await openEmbedded(databaseFolder, () => {}),
    isDevelopment: options.isDevelopment,
  })
  ends.push(server.stop)
  log('Database, indexer and API ready')
  await waitUntilReady(server)
  if (options.isEmpty) return
  await openDemoCampaigns(server.context)
  await fill(server, folder, chains, log)
}

/** An obstacle to the start that the user can remove; the message is one sentence. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const CHAINS = [
  { alias: 'local', id: 31337 },
  { alias: 'local-two', id: 31338 },
] as const

/** Chain of the names. */
const [HOME_CHAIN] = CHAINS

/** Age of the first block, so that the example content has a history. */
const HISTORY_SECONDS = 30 * 86_400
const USD_RATE = 3000
/** $0.30 at that rate. */
const MINT_FEE_WEI = parseGwei('100000')
const READY_MS = 30_000
const DATA_BYTES = 300_000_000

async function requirePorts({
  port,
  chainPort,
  host,
  hasAbstract,
}: Options): Promise<void> {
  const web = { holds: 'the web app', option: '--port' }
  const chain = { holds: 'an embedded chain', option: '--chain-port' }
  const count = hasAbstract ? 4 : 2
  const problems = [await portProblem(port, host, web)]
  for (let at = 0; at < count; at += 1)
    problems.push(await portProblem(chainPort + at, '127.0.0.1', chain))
  const problem = problems.find((each) => each !== undefined)
  if (problem) throw new StartError(problem)
}

async function startChains(
  { chainPort, isEmpty, saveMs }: Options & { saveMs: number },
  folder: DataFolder,
  { ends, log, onLost }: StartContext,
): Promise<KeptChain[]> {
  // The example content advances the clock to the present; without it nothing does.
  const age = isEmpty ? 0 : HISTORY_SECONDS
  const bornAt = Math.floor(Date.now() / 1000) - age
  const chains = await Promise.all(
    CHAINS.map(async ({ id }, index) => {
      const chain = await keepChain({
        id,
        port: chainPort + index,
        folder: join(folder.path, 'chains'),
        bornAt,
        saveMs,
        log,
        onLost,
      })
      ends.push(chain.stop)
      return chain
    }),
  )
  const isNew = chains.every((chain) => chain.isNew)
  log(
    `Chains ${isNew ? 'begun' : 'resumed'}: ${CHAINS.map(({ alias, id }) => `${alias} (${id})`).join(', ')}`,
  )
  return chains
}

/** Adds the stand-in for Abstract's testnet, which begins without content. */
async function addAbstract(
  { chainPort, saveMs }: Options & { saveMs: number },
  folder: DataFolder,
  { ends, log, onLost }: StartContext,
): Promise<AbstractChain> {
  const abstract = await startAbstractChain({
    port: chainPort + CHAINS.length,
    bornAt: Math.floor(Date.now() / 1000),
    mintFeeWei: MINT_FEE_WEI,
    saveMs,
    folder,
    log,
    onLost,
  })
  ends.push(abstract.stop)
  log(`Stand-in for Abstract (${ABSTRACT_CHAIN.id}) ready at ${abstract.url}`)
  return abstract
}

async function deployAll(
  chains: KeptChain[],
  folder: DataFolder,
): Promise<Map<number, Contracts>> {
  const deployer = { account: operatorAccount(), mintFeeWei: MINT_FEE_WEI }
  const deployed = await Promise.all(
    chains.map((chain) => deployContracts(chain, folder, deployer)),
  )
  return new Map(
    chains.flatMap(({ id }, index) => {
      const contracts = deployed[index]
      return contracts ? [[id, contracts]] : []
    }),
  )
}

/**
 * Returns the settings of the configuration file that apply here, and the limits with their
 * defaults; networks, database and addresses are fixed. Throws `ConfigurationError`.
 */
function readLooks(port: number, environment: NodeJS.ProcessEnv) {
  const { settings } = readSettings(environment)
  const names = [
    'product_name',
    'operator_name',
    'operator_contact',
    'banner',
    'read_only',
    'bridge_url',
    'lists_url',
    'trusted_proxies',
    'limits',
  ]
  const looks = Object.fromEntries(
    Object.entries(settings).filter(([name]) => names.includes(name)),
  )
  // Validates the settings before anything is started.
  const { limits } = configure({ ...looks, port }, settable())
  return { looks, limits }
}

/** Returns the variables of the environment that `npm start` respects. */
function settable(): Record<string, string | undefined> {
  const names = [
    'PRODUCT_NAME',
    'OPERATOR_NAME',
    'OPERATOR_CONTACT',
    'PUBLIC_URL',
    'READ_ONLY',
    'BRIDGE_URL',
    'LISTS_URL',
    'LOG_LEVEL',
    'RATE_LIMIT_SCALE',
    'METRICS_PORT',
    'METRICS_TOKEN',
    'WEB_FOLDER',
  ]
  const taken = Object.entries(process.env).filter(
    ([name]) => names.includes(name) || name.startsWith('BANNER_'),
  )
  return Object.fromEntries(taken)
}

function createSettings(
  { port, host, chainPort }: Options,
  folder: DataFolder,
  {
    contracts,
    badges,
  }: { contracts: Map<number, Contracts>; badges: Address | undefined },
  abstract: AbstractChain | undefined,
) {
  const added = abstract && {
    ...abstract.network,
    usd_rate: USD_RATE,
    is_demo: true,
    is_testnet: true,
  }
  return {
    host,
    port,
    data_folder: folder.path,
    log_level: 'warn',
    // All requests come from one address here, those of the example content too.
    rate_limit_scale: 20,
    has_demo_wallet: true,
    promoted: readContent(folder)?.promoted ?? [],
    names: { chain: HOME_CHAIN.alias, owner: operatorAccount().address },
    networks: [
      ...CHAINS.map(({ alias, id }, index) => {
        const deployed = contracts.get(id)
        return {
          alias,
          rpc_urls: [`http://127.0.0.1:${chainPort + index}`],
          contracts: deployed
            ? {
                factory: deployed.factory,
                payouts: deployed.payouts,
                start_block: deployed.startBlock,
                // At one address on every chain.
                badges: badges ?? null,
              }
            : null,
          usd_rate: USD_RATE,
          is_demo: true,
          is_testnet: false,
        }
      }),
      ...(added ? [added] : []),
    ],
  }
}

/**
 * Resolves once every chain is indexed to its head: earlier, the API may return blocks that a crash
 * took back. Throws a `Problem` after half a minute.
 */
async function waitUntilReady({ context }: RunningServer): Promise<void> {
  const until = Date.now() + READY_MS
  for (;;) {
    const { status, chains } = await getReadiness(context)
    const isEach = chains.every((chain) => chain.status === 'following')
    if (status === 'ready' && isEach) return
    if (Date.now() > until) throw new Problem('not_ready')
    await sleep(50)
  }
}

const content = z.object({
  state: z.enum(['empty', 'making', 'made']),
  /** Number of times content was made: later rounds have it in their names. */
  round: z.number(),
  promoted: z.array(
    z.object({ chain: z.string(), address: z.string(), order: z.number() }),
  ),
})

function readContent(folder: DataFolder) {
  const parsed = content.safeParse(folder.readValue('content'))
  return parsed.success ? parsed.data : undefined
}

/** Makes the example content at the first start, and new drops once none is live. */
async function fill(
  server: RunningServer,
  folder: DataFolder,
  chains: KeptChain[],
  log: StartContext['log'],
): Promise<void> {
  const before = readContent(folder)
  if (before?.state === 'made' && (await hasLiveDrop(server))) return
  const round = (before?.round ?? 0) + 1
  // Only a new chain accepts timestamps of the past.
  const isNew = chains.every((chain) => chain.isNew)
  const chosen = isNew ? works : freshWorks
  const count = `${chosen.length} collections`
  log(
    isNew
      ? `Making example content: ${count}, about half a minute`
      : `Nothing is live: adding ${count}`,
  )
  const { names } = server.context.configuration
  const seeded = await seed({
    url: server.url,
    chains: CHAINS.flatMap(({ alias, id }) => {
      const chain = chains.find((one) => one.id === id)
      const isHome = id === HOME_CHAIN.id && round === 1
      const registry = isHome ? (names?.registry ?? null) : null
      return chain ? [{ alias, chain, mintFeeWei: MINT_FEE_WEI, registry }] : []
    }),
    works: chosen,
    suffix: round === 1 ? '' : ` ${round}`,
    isPast: isNew,
    log: (line) => log(`  ${line}`),
  })
  const added = seeded.flatMap(({ work, address }, order) =>
    work.isPromoted ? [{ chain: work.chain, address, order }] : [],
  )
  const promoted = [...(before?.promoted ?? []), ...added]
  await Promise.all(chains.map((chain) => chain.save()))
  folder.writeValue('content', { state: 'made', round, promoted })
  server.context.configuration.promoted = configure({ promoted }).promoted
}

async function hasLiveDrop(server: RunningServer): Promise<boolean> {
  const api = connectApi(server.url)
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), sort_by: 'newest', time_interval: 'all' } as const
    const cards = await api.call(listCollections, { query })
    if (cards.some(({ state }) => state === 'live')) return true
    if (cards.length === 0) return false
  }
}

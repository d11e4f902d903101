import type { AppConfig } from '@platemark/api/config'
import { Problem } from '@platemark/api/problem'
import { type Address, checksumAddress, type Hex, numberToHex, parseUnits } from 'viem'
import { getBalance } from 'viem/actions'
import type { Chain } from '../../configuration/chains.ts'
import { listWalletChains } from '../../configuration/wallet-provider.ts'
import type { AppContext } from '../../http/app-context.ts'
import { consumeLimit } from '../../http/rate-limits.ts'
import { currentBanner } from './banner.ts'
import { type ChainProgress, listLeaseHolders, listProgress } from './queries.ts'

/** Returns the configuration that the web app needs. */
export async function getConfig(context: AppContext): Promise<AppConfig> {
  const { configuration, chains, database, clock } = context
  const progress = await listProgress(database)
  const now = clock()
  const hasDemoChain = chains.some(({ isDemo }) => isDemo)
  return {
    product_name: configuration.product_name,
    public_url: configuration.public_url,
    networks: chains.map((chain) => ({
      id: chain.id,
      alias: chain.alias,
      name: chain.name,
      stack: chain.stack,
      native_currency: chain.nativeCurrency,
      rpc_urls: chain.isDemo ? [`/rpc/${chain.alias}`] : chain.publicRpcUrls,
      explorer: chain.explorer,
      markets: chain.markets,
      is_testnet: chain.isTestnet,
      is_demo: chain.isDemo,
      confirmations: chain.confirmations,
      sponsor_url: chain.sponsorUrl,
      contracts: chain.contracts && {
        factory: checksumAddress(chain.contracts.factory),
        payouts: checksumAddress(chain.contracts.payouts),
      },
      behind_seconds: behindSeconds(progress.get(chain.id), now),
    })),
    names: describeNames(context),
    sign_in_chain_id: configuration.sign_in_chain_id,
    cross_app_wallet: describeCrossAppWallet(context),
    banner: currentBanner(configuration.banner, now),
    read_only: describeReadOnly(configuration),
    bridge_url: configuration.bridge_url,
    lists_url: configuration.lists_url?.replace(/\/+$/, '') ?? null,
    operator_name: configuration.operator_name,
    operator_contact: configuration.operator_contact,
    has_demo_wallet: configuration.has_demo_wallet && hasDemoChain,
    faucet_coins: hasDemoChain ? configuration.limits.faucet_coins : null,
  }
}

function describeReadOnly({
  read_only,
  banner,
}: AppContext['configuration']): AppConfig['read_only'] {
  if (!read_only) return null
  const { site_label, site_url } = banner
  return { site: site_url === null ? null : { label: site_label, url: site_url } }
}

function describeNames({ configuration, chains }: AppContext): AppConfig['names'] {
  const { names } = configuration
  const home = chains.find(({ alias }) => alias === names?.chain)
  if (!names || !home) return null
  const { suffix, registry, resolver, reverse_registrar } = names
  return {
    ...{ chain: home.alias, chain_id: home.id, suffix },
    ...{ registry, resolver, reverse_registrar },
  }
}

function describeCrossAppWallet({
  configuration,
  chains,
}: AppContext): AppConfig['cross_app_wallet'] {
  const { url, app_id, protocol, is_smart } = configuration.wallet_provider
  const chain_ids = listWalletChains(configuration.wallet_provider, chains)
  if (chain_ids.length === 0) return null
  return { url, app_id, protocol, is_smart, chain_ids }
}

type ChainState = {
  alias: string
  status: 'following' | 'behind' | 'refused' | 'unreachable' | 'disputed'
  /** A sentence, when something is wrong. */
  detail: string | null
  behind_seconds: number | null
  /** Block up to which rows are confirmed. */
  confirmed_block: number | null
  /** Block up to which the chain was read. */
  block: number | null
  /** The newest block that an endpoint reported. */
  head: number | null
  /** Host name and process id of the process that indexes it; null when none does. */
  holder: string | null
}

type Readiness = {
  status: 'ready' | 'not_ready'
  database: 'ok' | 'unreachable'
  /** Every chain with contracts; empty while the database is unreachable. */
  chains: ChainState[]
}

/**
 * Age from which an indexer's report is stale; reports are repeated far more often, even
 * without changes.
 */
const REPORT_TIMEOUT_MS = 180_000

/**
 * Age from which a head is stale; at the head the indexer records its sight twice as
 * often.
 */
const HEAD_TIMEOUT_MS = 60_000

/**
 * Returns the readiness for everyone: the database responds, and at least one chain with
 * contracts is indexed. Throws `not_ready`, without hosts, processes or blocks: those are
 * the operator's (`getReadiness`).
 */
export async function getReady(context: AppContext): Promise<{ status: 'ready' }> {
  const chains = await listChainStates(context).catch((error: unknown) => {
    throw new Problem('not_ready', 'The database is not responding.', { cause: error })
  })
  if (isServing(chains)) return { status: 'ready' }
  throw new Problem('not_ready', 'No network can be read yet.')
}

/** Returns the readiness with the state of every chain, for the operator only. */
export async function getReadiness(
  context: Pick<AppContext, 'database' | 'chains' | 'clock'>,
): Promise<Readiness> {
  const chains = await listChainStates(context).catch(() => undefined)
  if (!chains) return { status: 'not_ready', database: 'unreachable', chains: [] }
  return { status: isServing(chains) ? 'ready' : 'not_ready', database: 'ok', chains }
}

function isServing(chains: ChainState[]): boolean {
  return chains.length === 0 || chains.some(({ status }) => isFollowing.has(status))
}

/** Lists the indexing state and lease holder of each chain with contracts. */
export async function listChainStates({
  database,
  chains,
  clock,
}: Pick<AppContext, 'database' | 'chains' | 'clock'>): Promise<ChainState[]> {
  const [progress, holders] = await Promise.all([
    listProgress(database),
    listLeaseHolders(database),
  ])
  const now = clock()
  return chains
    .filter(({ contracts }) => contracts)
    .map(({ id, alias }) => {
      const found = progress.get(id)
      const confirmed = found?.confirmed_number ?? -1
      return {
        alias,
        ...statusOf(found, now),
        behind_seconds: behindSeconds(found, now),
        confirmed_block: confirmed < 0 ? null : confirmed,
        block: found?.block_number ?? null,
        head: found?.head_number ?? null,
        holder: holders.get(id) ?? null,
      }
    })
}

function statusOf(
  found: ChainProgress | undefined,
  now: Date,
): Pick<ChainState, 'status' | 'detail'> {
  if (!found?.status || !found.reported_at) {
    return { status: 'unreachable', detail: 'This network has not been read yet.' }
  }
  if (now.getTime() - found.reported_at.getTime() > REPORT_TIMEOUT_MS) {
    const detail = 'This network has not answered for a while.'
    return { status: 'unreachable', detail }
  }
  return { status: found.status, detail: found.detail }
}

/**
 * Raises the balance of `address` on an embedded chain to the configured number of coins.
 * Throws `unknown_chain` for other chains.
 */
export async function fundFromFaucet(
  { chains, configuration, database, clock }: AppContext,
  asked: { chain_alias: string; address: string },
  client: string,
): Promise<{ balance_wei: bigint; received_wei: bigint }> {
  const chain = chains.find(({ alias, isDemo }) => isDemo && alias === asked.chain_alias)
  if (!chain) throw new Problem('unknown_chain')
  const { limits, rate_limit_scale } = configuration
  await consumeLimit(database, {
    key: `faucet:${client}`,
    limit: limits.faucet_per_client * rate_limit_scale,
    seconds: 60,
    now: clock(),
  })
  // Safe: the API schema holds it to 0x and 40 hexadecimal digits.
  const address = asked.address.toLowerCase() as Address
  const full = parseUnits(String(limits.faucet_coins), chain.nativeCurrency.decimals)
  try {
    const balance = await getBalance(chain.client, { address })
    if (balance >= full) return { balance_wei: balance, received_wei: 0n }
    await setBalance(chain, address, full)
    return { balance_wei: full, received_wei: full - balance }
  } catch (error) {
    throw new Problem('chain_unavailable', undefined, { cause: error, retryAfter: 5 })
  }
}

const isFollowing = new Set(['following', 'behind'])

function setBalance({ client }: Chain, address: Address, wei: bigint): Promise<unknown> {
  type SetBalance = {
    Method: 'anvil_setBalance'
    Parameters: [Address, Hex]
    ReturnType: null
  }
  return client.request<SetBalance>({
    method: 'anvil_setBalance',
    params: [address, numberToHex(wei)],
  })
}

/**
 * Returns the age of the indexed state: 0 at the head, however old its last block, if the
 * head was received recently. Null if nothing was indexed.
 */
function behindSeconds(progress: ChainProgress | undefined, now: Date): number | null {
  const { block_time, block_number, head_number, heartbeat_at } = progress ?? {}
  if (!block_time) return null
  const isAtHead = (block_number ?? 0) >= (head_number ?? 0)
  const since = isAtHead && heartbeat_at ? heartbeat_at : block_time
  const ms = now.getTime() - since.getTime()
  if (isAtHead && heartbeat_at && ms <= HEAD_TIMEOUT_MS) return 0
  return Math.max(0, Math.round(ms / 1000))
}

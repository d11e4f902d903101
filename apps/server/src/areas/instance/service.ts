import type { AppConfig, getReady as readyEndpoint } from '@platemark/wire/config'
import type { Reply } from '@platemark/wire/endpoint'
import { Problem } from '@platemark/wire/problem'
import { type Address, checksumAddress, type Hex, numberToHex } from 'viem'
import { getBalance } from 'viem/actions'
import type { Chain } from '../../platform/chains.ts'
import { countUse } from '../../platform/limits.ts'
import type { Resources } from '../../platform/resources.ts'
import { type ChainProgress, listProgress } from './queries.ts'

/** What the app needs to know about this instance. */
export async function getConfig(resources: Resources): Promise<AppConfig> {
  const { configuration, chains, database, clock } = resources
  const progress = await listProgress(database)
  return {
    product_name: configuration.product_name,
    public_url: configuration.public_url,
    networks: chains.map((chain) => ({
      id: chain.id,
      alias: chain.alias,
      name: chain.name,
      stack: chain.stack,
      native_currency: chain.nativeCurrency,
      rpc_urls: chain.isDemo ? [`/rpc/${chain.alias}`] : chain.rpcUrls,
      explorer: chain.explorer,
      is_testnet: chain.isTestnet,
      is_demo: chain.isDemo,
      contracts: chain.contracts && {
        factory: checksumAddress(chain.contracts.factory),
        payouts: checksumAddress(chain.contracts.payouts),
      },
      behind_seconds: behindSeconds(progress.get(chain.id), clock()),
    })),
    sign_in_chain_id: configuration.sign_in_chain_id,
    banner: configuration.banner,
    bridge_url: configuration.bridge_url,
    has_demo_wallet: configuration.has_demo_wallet && chains.some(({ isDemo }) => isDemo),
  }
}

type Ready = Reply<typeof readyEndpoint>
type ChainState = Ready['chains'][number]['status']

/** The follower repeats what it says of each chain far more often, also when nothing changes. */
const SILENT_MS = 180_000

/**
 * Answers when the database does and at least one chain with contracts is followed. Throws
 * `not_ready`, which carries the state of every chain.
 */
export async function getReady(resources: Resources): Promise<Ready> {
  const progress = await listProgress(resources.database).catch((error: unknown) => {
    throw new Problem('not_ready', 'The database does not answer.', { cause: error })
  })
  const now = resources.clock()
  const used = resources.chains.filter(({ contracts }) => contracts)
  const chains = used.map(({ id, alias }) => {
    const found = progress.get(id)
    const behind_seconds = behindSeconds(found, now)
    const state = (status: ChainState, detail: string | null) => ({
      alias,
      status,
      detail,
      behind_seconds,
    })
    if (!found?.status) return state('unreachable', 'This network has not been read yet.')
    if (isSilent(found, now)) {
      return state('unreachable', 'Nothing has been heard of this network for a while.')
    }
    return state(found.status, found.detail)
  })
  const isFollowed = chains.some(({ status }) => isFollowing.has(status))
  if (chains.length === 0 || isFollowed)
    return { status: 'ready', database: 'ok', chains }
  throw new Problem('not_ready', 'No network can be read yet.', { data: { chains } })
}

/**
 * Raises the balance of `address` on an embedded chain to the configured number of coins.
 * Throws `unknown_chain` everywhere else.
 */
export async function fundFromFaucet(
  { chains, configuration, database, clock }: Resources,
  asked: { chain_alias: string; address: string },
  client: string,
): Promise<{ balance_wei: bigint }> {
  const chain = chains.find(({ alias, isDemo }) => isDemo && alias === asked.chain_alias)
  if (!chain) throw new Problem('unknown_chain')
  const { limits, rate_limit_scale } = configuration
  await countUse(database, {
    key: `faucet:${client}`,
    limit: limits.faucet_per_client * rate_limit_scale,
    seconds: 60,
    now: clock(),
  })
  // Safe: the wire's schema holds it to 0x and 40 hexadecimal digits.
  const address = asked.address.toLowerCase() as Address
  const full = BigInt(limits.faucet_coins) * 10n ** BigInt(chain.nativeCurrency.decimals)
  try {
    const balance = await getBalance(chain.client, { address })
    if (balance >= full) return { balance_wei: balance }
    await setBalance(chain, address, full)
    return { balance_wei: full }
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

function isSilent({ reported_at }: ChainProgress, now: Date): boolean {
  return reported_at !== null && now.getTime() - reported_at.getTime() > SILENT_MS
}

/** How old the newest indexed block is; 0 at the head, however old that is; null when unknown. */
function behindSeconds(progress: ChainProgress | undefined, now: Date): number | null {
  if (!progress?.block_time || isSilent(progress, now)) return null
  if (progress.block_number >= progress.head_number) return 0
  return Math.max(0, Math.round((now.getTime() - progress.block_time.getTime()) / 1000))
}

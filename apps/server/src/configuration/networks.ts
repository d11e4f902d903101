import { depths } from '@platemark/chains/depths'
import type { NetworkDefinition } from '@platemark/chains/network'
import { findNetwork } from '@platemark/chains/networks'
import { findWrappedToken } from '@platemark/chains/wrapped-tokens'
import * as z from 'zod'
import {
  ConfigurationError,
  contractAddress,
  itemAddress,
  webAddress,
  wholeNumber,
} from './fields.ts'

const rateSentence = 'Enter 0.000000001 to 1,000,000,000, or nothing where none is known.'

/** Network in the configuration file. */
export const networkFields = z.strictObject({
  alias: z
    .string('Enter a short name.')
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Use small letters, digits and hyphens.')
    .describe(
      'Short name in page URLs. Networks of [networks.md](networks.md) need only their contracts; settings here replace the known values.',
    ),
  id: wholeNumber(1).optional().describe('Chain id.'),
  name: z
    .string('Enter text.')
    .min(1, 'Enter a name.')
    .optional()
    .describe('Displayed name.'),
  stack: z
    .enum(['evm', 'op', 'zk', 'linea'], 'Use one of evm, op, zk, linea.')
    .optional()
    .describe('Technology of the chain; decides how gas is estimated.'),
  native_currency: z
    .strictObject({
      name: z.string('Enter text.').describe('For example Ether.'),
      symbol: z.string('Enter text.').describe('For example ETH.'),
      decimals: wholeNumber(0, 36).default(18).describe('Decimals of an amount.'),
    })
    .optional()
    .describe('Coin in which gas is paid.'),
  rpc_urls: z
    .array(webAddress())
    .min(1, 'Give at least one RPC address.')
    .optional()
    .describe(
      'RPC URLs of the server, best first; it compares two or more. They may contain keys and are never sent to clients. They begin with https, except on this machine. Absent: public ones, where the network is known.',
    ),
  public_rpc_urls: z
    .array(webAddress())
    .min(1, 'Give at least one RPC address.')
    .optional()
    .describe(
      'RPC URLs of browsers, also suggested to wallets; they are public. Absent: the known public ones; on an unknown network, `rpc_urls` that contain nothing like a key.',
    ),
  allows_plain_rpc: z
    .boolean('Enter true or false.')
    .default(false)
    .describe(
      'Allows RPC URLs with http: for your own node in a private network, where its responses cannot be changed on the way.',
    ),
  rpc_requests_per_second: wholeNumber(1)
    .optional()
    .describe(
      'Requests per second that each RPC endpoint of this network allows. Absent: `limits.rpc_requests_per_second`.',
    ),
  explorer: z
    .strictObject({
      name: z.string('Enter text.').describe('Name of its links.'),
      // Trailing slashes are removed, because links append a path.
      url: webAddress()
        .transform((url) => url.replace(/\/+$/, ''))
        .describe('Its URL, without a path.'),
    })
    .nullable()
    .optional()
    .describe('Block explorer of links.'),
  markets: z
    .array(
      z.strictObject({
        name: z
          .string('Enter text.')
          .min(1, 'Enter a name.')
          .max(40, 'At most 40 characters.')
          .describe('Name of the link.'),
        item_url: itemAddress().describe(
          'Address of an item there: `{contract}` becomes the address of the collection, `{token}` the id of the item.',
        ),
      }),
    )
    .max(5, 'At most 5 markets.')
    .default([])
    .describe('Markets to which the page of an item links, in this order.'),
  contracts: z
    .strictObject({
      factory: contractAddress().describe('Factory of collections.'),
      payouts: contractAddress().describe('Contract of batched payouts.'),
      start_block: wholeNumber(0).describe(
        'Block of the deployment, at which indexing starts.',
      ),
      badges: contractAddress()
        .nullable()
        .default(null)
        .describe(
          'Contract of badges of campaigns, as printed by `npm run contracts -- deploy-badges`. Absent: no badges are given on this network.',
        ),
    })
    .nullable()
    .default(null)
    .describe(
      'Deployed contracts, as printed by `npm run contracts -- deploy`. Absent: the network can be read but not used.',
    ),
  factories: z
    .array(
      z.strictObject({
        address: contractAddress().describe('Address of the factory.'),
        start_block: wholeNumber(0).describe('Block of its deployment.'),
      }),
    )
    .default([])
    .describe(
      'Further factories whose collections this instance shows, such as those of imported collections (docs/exit-bundle.md). Their code is compared with that of the own one. A change reads the network again from the earliest start block.',
    ),
  wrapped_token: contractAddress()
    .nullable()
    .optional()
    .describe(
      'Token (ERC-20) that wraps the coin, in which markets pay royalties: earnings show what royalty splits hold of it. Absent: the one that is known for the network, where one is.',
    ),
  confirmations: wholeNumber(0, 10_000)
    .optional()
    .describe(
      `Blocks after which a block counts as confirmed; pages track a mint for as many. Absent: the value of [networks.md](networks.md); ${depths.unknown} on a network that is not known, 0 on an embedded one.`,
    ),
  sponsor_url: webAddress()
    .nullable()
    .default(null)
    .describe(
      'Paymaster service (ERC-7677) that may pay the network fees of mints. Pages name it to wallets that take one; it is public, and pays by its own rules.',
    ),
  usd_rate: z
    .number('Enter a number.')
    .min(1e-9, rateSentence)
    .max(1e9, rateSentence)
    .nullable()
    .default(null)
    .describe(
      'USD for one native coin. Absent, and on test networks: no value is shown.',
    ),
  is_testnet: z
    .boolean('Enter true or false.')
    .optional()
    .describe('Marks a network whose coins have no value; pages show it.'),
  is_demo: z
    .boolean('Enter true or false.')
    .default(false)
    .describe('Embedded chain with a faucet, reached through `/rpc/ALIAS`.'),
})

type WrittenNetwork = z.output<typeof networkFields>

/** Network with all defaults filled in. */
export type NetworkConfiguration = {
  alias: string
  id: number
  name: string
  stack: 'evm' | 'op' | 'zk' | 'linea'
  native_currency: { name: string; symbol: string; decimals: number }
  /** URLs the server uses; may contain keys. */
  rpc_urls: string[]
  /** URLs browsers use; public. */
  public_rpc_urls: string[]
  rpc_requests_per_second: number
  explorer: { name: string; url: string } | null
  /** `item_url` has `{contract}` and `{token}` for what they stand for. */
  markets: { name: string; item_url: string }[]
  contracts: {
    factory: `0x${string}`
    payouts: `0x${string}`
    start_block: number
    /** Contract of badges; null: none. */
    badges: `0x${string}` | null
  } | null
  /** Factories besides the own one whose collections are shown. */
  factories: { address: `0x${string}`; start_block: number }[]
  /** ERC-20 that wraps the coin; null where none is known. */
  wrapped_token: `0x${string}` | null
  confirmations: number
  /** Paymaster service of mints; null where there is none. */
  sponsor_url: string | null
  usd_rate: number | null
  is_testnet: boolean
  is_demo: boolean
}

/** An embedded chain is only limited by the machine it shares with the server. */
const EMBEDDED_REQUESTS_PER_SECOND = 10_000

/**
 * Fills in the defaults of a known network. Throws `ConfigurationError`, which names the
 * field.
 */
export function completeNetwork(
  written: WrittenNetwork,
  index: number,
  limits: { rpc_requests_per_second: number },
): NetworkConfiguration {
  const known = findNetwork(written.alias)
  const id = written.id ?? known?.id
  const name = written.name ?? known?.name
  const native_currency = written.native_currency ?? known?.nativeCurrency
  const rpc_urls = written.rpc_urls ?? known?.rpcUrls
  if (!id || !name || !native_currency || !rpc_urls) {
    const missing = Object.entries({ id, name, native_currency, rpc_urls })
      .filter(([, value]) => !value)
      .map(([field]) => field)
    throw new ConfigurationError(
      `networks.${index}: ${written.alias} is not a known network, so it also needs ${missing.join(', ')}.`,
    )
  }
  rejectPlainRpc(written, index)
  const { allows_plain_rpc: _, is_demo, ...rest } = written
  const depth = is_demo ? depths.embedded : (known?.confirmations ?? depths.unknown)
  const is_testnet = written.is_testnet ?? known?.isTestnet ?? false
  const knownToken = known?.id === id ? findWrappedToken(written.alias) : null
  const pace = is_demo ? EMBEDDED_REQUESTS_PER_SECOND : limits.rpc_requests_per_second
  return {
    ...rest,
    id,
    name,
    native_currency,
    rpc_urls: [...rpc_urls],
    public_rpc_urls: resolvePublicUrls(
      written,
      index,
      known?.id === id ? known : undefined,
    ),
    rpc_requests_per_second: written.rpc_requests_per_second ?? pace,
    stack: written.stack ?? known?.stack ?? 'evm',
    explorer:
      written.explorer === undefined ? (known?.explorer ?? null) : written.explorer,
    wrapped_token:
      written.wrapped_token === undefined ? knownToken : written.wrapped_token,
    confirmations: written.confirmations ?? depth,
    is_testnet,
    // Test coins have no value, whatever the file sets.
    usd_rate: is_testnet ? null : written.usd_rate,
    is_demo,
  }
}

/**
 * Rejects plain http, where anyone on the path to the node could change its responses.
 */
function rejectPlainRpc(written: WrittenNetwork, index: number): void {
  if (written.allows_plain_rpc) return
  const sentences = (['rpc_urls', 'public_rpc_urls'] as const).flatMap((field) =>
    (written[field] ?? []).flatMap((url, place) =>
      isSafe(url)
        ? []
        : [
            `networks.${index}.${field}.${place}: Use https. For a node of your own in a private network, set networks.${index}.allows_plain_rpc to true.`,
          ],
    ),
  )
  if (sentences.length > 0) throw new ConfigurationError(sentences.join('\n'))
}

/** Returns the URLs for browsers; the operator's own URLs may be secret. */
function resolvePublicUrls(
  { alias, rpc_urls, public_rpc_urls, is_demo }: WrittenNetwork,
  index: number,
  known: NetworkDefinition | undefined,
): string[] {
  if (public_rpc_urls) return public_rpc_urls
  const isOnline = known?.rpcUrls.every((url) => url.startsWith('https:'))
  if (known && (isOnline || !rpc_urls)) return [...known.rpcUrls]
  const shown = (rpc_urls ?? []).filter((url) => isSafe(url) && !mayHoldKey(url))
  if (shown.length > 0 || is_demo) return shown
  throw new ConfigurationError(
    `networks.${index}: ${alias} is not a known network, and its rpc_urls may hold keys or be private, so it also needs public_rpc_urls, which browsers read from.`,
  )
}

/** Returns whether answers from a URL cannot be changed on the way: https, or this machine. */
export function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopback(hostname)
}

function isLoopback(hostname: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|\[::1\]|(.+\.)?localhost)$/.test(hostname)
}

/**
 * Returns whether a URL may contain a key: in its user name, query, or a long part of its
 * path.
 */
function mayHoldKey(url: string): boolean {
  const { username, password, search, pathname } = new URL(url)
  if (username || password || search) return true
  return pathname.split('/').some((part) => part.length >= 16)
}

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { address, instant } from './fields.ts'
import * as operations from './operations.ts'

/** A network as the app needs it: enough to build a viem chain and to show it. */
export const network = z.object({
  id: z.number(),
  alias: z.string(),
  name: z.string(),
  stack: z.enum(['evm', 'op', 'zk', 'linea']),
  native_currency: z.object({
    name: z.string(),
    symbol: z.string(),
    decimals: z.number(),
  }),
  /** For browsers: absolute URLs, or paths on our own origin (`/rpc/local`). */
  rpc_urls: z.array(z.string()),
  /** Its address has no trailing slash. */
  explorer: z.nullable(z.object({ name: z.string(), url: z.string() })),
  /** Markets that items link to; `{contract}` and `{token}` stand for address and id. */
  markets: z.array(z.object({ name: z.string(), item_url: z.string() })),
  is_testnet: z.boolean(),
  /** An embedded chain: its coins have no value. */
  is_demo: z.boolean(),
  /** Blocks above one until it counts as confirmed. */
  confirmations: z.number(),
  /** Service that may pay network fees of mints (ERC-7677), named to wallets that take one. */
  sponsor_url: z.nullable(z.string()),
  /** Deployed contracts, null where the operator has deployed none. */
  contracts: z.nullable(
    z.object({
      factory: address,
      payouts: address,
    }),
  ),
  /** Age of the newest indexed block in seconds; 0 at the head, null when never read. */
  behind_seconds: z.nullable(z.number()),
})
export type Network = z.infer<typeof network>

/** A notice of the operator that every page shows. */
export const banner = z.object({
  id: z.string(),
  kind: z.enum(['info', 'warning']),
  /** Its text, in consecutive pieces. */
  pieces: z.array(
    z.object({
      text: z.string(),
      /** The piece is this day, of which `text` is the English form in UTC. */
      date: z.nullable(instant),
      /** The piece is a link there. */
      url: z.nullable(z.string()),
    }),
  ),
  is_dismissible: z.boolean(),
})
export type Banner = z.infer<typeof banner>

/** State of a site at which nothing can be saved. */
const readOnly = z.object({
  /** Where people can go on instead; null where the operator named no such site. */
  site: z.nullable(z.object({ label: z.string(), url: z.string() })),
})

/** Names that people register here and own. */
export const nameSettings = z.object({
  /** Alias and chain id of their home chain. */
  chain: z.string(),
  chain_id: z.number(),
  /** Common end of all names, without a leading dot. */
  suffix: z.string(),
  registry: address,
  /** Resolver on the home chain that ENS libraries read. */
  resolver: address,
  /** Where ENS keeps primary names on the home chain (ENSIP-19); null where it does not. */
  reverse_registrar: z.nullable(address),
})
export type NameSettings = z.infer<typeof nameSettings>

/** Wallet that opens in a window of another app. */
const crossAppWallet = z.object({
  /** Where its windows are looked up; no other host is asked. */
  url: z.string(),
  app_id: z.string(),
  /** `zlib`: the protocol with `v=1`. */
  protocol: z.enum(['plain', 'zlib']),
  /** Its accounts are smart wallets. */
  is_smart: z.boolean(),
  /** Networks on which it can be used, the first one by default. */
  chain_ids: z.array(z.number()),
})

export const appConfig = z.object({
  product_name: z.string(),
  public_url: z.string(),
  networks: z.array(network),
  /** Null where there are no names. */
  names: z.nullable(nameSettings),
  /** Chain id named in sign-in messages unless the wallet requests another. */
  sign_in_chain_id: z.number(),
  /** The Abstract wallet; null where none of its networks is enabled. */
  cross_app_wallet: z.nullable(crossAppWallet),
  banner: z.nullable(banner),
  /** Nothing can be saved here; null: everything can. */
  read_only: z.nullable(readOnly),
  bridge_url: z.nullable(z.string()),
  /** Base URL of copies of the list files on another site, without a trailing slash; or null. */
  lists_url: z.nullable(z.string()),
  /** Name of the operator of this instance; null: not configured. */
  operator_name: z.nullable(z.string()),
  /** Contact of the operator: an e-mail or web address. */
  operator_contact: z.nullable(z.string()),
  /** The in-page wallet of embedded chains exists. */
  has_demo_wallet: z.boolean(),
  /** Coins up to which the faucet of embedded chains fills a wallet; null without one. */
  faucet_coins: z.nullable(z.number()),
})
export type AppConfig = z.infer<typeof appConfig>

export const getConfig = endpoint({
  ...operations.getConfig,
  summary: 'What the app needs to know about this instance.',
  replies: { 200: appConfig },
  is_urgent: true,
})

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'Returns 200 while the process runs.',
  replies: { 200: z.object({ status: z.literal('ok') }) },
})

export const getReady = endpoint({
  method: 'GET',
  path: '/ready',
  access: 'public',
  summary:
    'Returns 200 when database and chains can serve, else 503. The state of each chain is next to the metrics.',
  replies: { 200: z.object({ status: z.literal('ready') }) },
  problems: ['not_ready'],
})

/** Requests test funds from the faucet of an embedded chain. */
export const fundFromFaucet = endpoint({
  ...operations.fundFromFaucet,
  summary:
    'Fills a wallet with test funds on an embedded chain. Absent on every other network.',
  params: z.object({ chain_alias: z.string() }),
  body: z.object({ address }),
  replies: {
    200: z.object({
      balance_wei: z.string(),
      /** 0 for a wallet that had as much already. */
      received_wei: z.string(),
    }),
  },
  problems: ['unknown_chain', 'chain_unavailable', 'too_many_requests'],
  limited_by: ['faucet_per_client'],
  is_open_read_only: true,
})

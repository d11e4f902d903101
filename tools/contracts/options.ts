import { type AccountUse, resolveAccount } from '@platemark/lists/resolve-account'
import { type Address, getAddress, parseEther, parseGwei } from 'viem'
import { CommandError } from '../command-error.ts'
import { parseOptions } from '../parse-options.ts'
import type { WishedBadges } from './badge-settings.ts'

/** Parsed arguments of `npm run contracts`. */
export type Options = {
  verb: (typeof VERBS)[number]
  rpcUrl: string
  /** Owner of the platform, from which every address is derived. */
  owner: Address
  /** Expected chain id of the node. */
  chainId: number | undefined
  keyFile: string | undefined
  feeRecipient: Address | undefined
  mintFeeWei: bigint | undefined
  names: NameOptions
  badges: WishedBadges
}

const VERBS = [
  'deploy',
  'verify',
  'deploy-names',
  'verify-names',
  'deploy-badges',
  'verify-badges',
] as const

/** Arguments about names. */
export type NameOptions = {
  /** The resolver on the chain of ENS is meant, not the registry. */
  isEns: boolean
  suffix: string | undefined
  reservedFile: string | undefined
  prices: readonly [bigint, bigint, bigint, bigint] | undefined
  needsCommitment: boolean
  isOpen: boolean
  gatewayUrls: readonly string[]
  signer: Address | undefined
  /** Unix seconds until which answers of the signer are accepted; undefined: without an end. */
  signerUntil: bigint | undefined
}

export const HELP = `Usage: npm run contracts -- deploy --rpc URL --owner 0x... [options]
       npm run contracts -- verify --rpc URL --owner 0x... [options]

deploy puts the contracts of an installation on a chain, as far as they are not
there. Their addresses follow from the owner and are the same on every chain.
Run it again after a failure: it goes on where it stopped. verify compares the
code on a chain with that of this version and shows the settings.

  --rpc URL              a node of the chain
  --owner 0x...          who may set fee and fee recipient, for good on every
                         chain; may be a contract wallet
  --chain-id NUMBER      stop when the node is on another chain

For deploy:
  --key-file FILE        file that holds the private key of the account that pays;
                         without it the key is taken from the environment,
                         DEPLOYER_KEY. It need not be the owner's.
  --fee-recipient 0x...  who receives the platform's share of every mint
  --mint-fee AMOUNT      fee for each token in the chain's coin, such as 0.0001
                         The two are sent when the key is the owner's; else the
                         transactions that the owner has to send are shown.

       npm run contracts -- deploy-names --rpc URL --owner 0x... [options]
       npm run contracts -- verify-names --rpc URL --owner 0x... [options]

deploy-names puts the registry of names and its resolver on their home chain,
with --ens the resolver of the suffix on the chain of ENS. docs/names-operator.md
explains both.

  --suffix NAME          what every name ends in, without a leading dot
  --reserved FILE        names that are not for sale (config/names/reserved.txt)
  --prices A,B,C,D       prices in the coin of labels with 3, 4, 5 to 9, and 10
                         or more characters, such as 0.05,0.01,0.002,0.0005
  --commitments          sell by commitment only, for good
  --open                 open the sale
  --ens                  the resolver on the chain of ENS
  --gateway URL          with --ens: a URL of the gateway; at least two of them
  --signer 0x...         with --ens: address of a key of the gateway
  --until TIME           the signer is accepted until this UTC time, like
                         2026-01-31T18:00:00Z; without it there is no end

       npm run contracts -- deploy-badges --rpc URL --owner 0x... [options]
       npm run contracts -- verify-badges --rpc URL --owner 0x... [options]

deploy-badges puts the contract of badges of campaigns on a chain.
docs/badges.md explains it.

  --base-uri URL         where the metadata of badges is: the address of the site
                         with /api/badges/ behind it
  --signer, --until      as above, of a key that signs vouchers
  --help                 show this text`

/** Parses the arguments; returns `'help'` for `--help`. Throws `CommandError` with one sentence. */
export function readOptions(args: string[]): Options | 'help' {
  const { values, positionals } = parse(args)
  if (values.help || args.length === 0) return 'help'
  const [verb, ...rest] = positionals
  const known = VERBS.find((one) => one === verb)
  if (!known || rest.length > 0) {
    throw new CommandError(
      'Say what to do: npm run contracts -- deploy or verify. See npm run contracts -- --help',
    )
  }
  const { rpc, owner } = values
  const recipient = values['fee-recipient']
  const fee = values['mint-fee']
  const id = values['chain-id']
  return {
    verb: known,
    rpcUrl: readUrl(rpc),
    owner: readAccount('--owner', owner, 'own a contract'),
    chainId: id === undefined ? undefined : readChainId(id),
    keyFile: values['key-file'],
    feeRecipient:
      recipient === undefined
        ? undefined
        : readAccount('--fee-recipient', recipient, 'be paid'),
    mintFeeWei: fee === undefined ? undefined : readFee(fee),
    names: readNameOptions(values),
    badges: readBadgeOptions(values),
  }
}

function readNameOptions(values: ReturnType<typeof parse>['values']): NameOptions {
  const { suffix, reserved, prices, signer, until, gateway = [] } = values
  if (suffix !== undefined && !/^(?=.{1,63}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(suffix)) {
    throw new CommandError(
      `--suffix: ${suffix} is not a suffix. Use up to 63 of a-z, 0-9 and hyphens, with dots between labels.`,
    )
  }
  if (gateway.length === 1 || gateway.length > 8 || !gateway.every(isGatewayUrl)) {
    throw new CommandError(
      '--gateway: Give two to eight https URLs; clients use the next when one is down.',
    )
  }
  return {
    isEns: values.ens,
    suffix,
    reservedFile: reserved,
    prices: prices === undefined ? undefined : readPrices(prices),
    needsCommitment: values.commitments,
    isOpen: values.open,
    gatewayUrls: gateway,
    signer: signer === undefined ? undefined : readAccount('--signer', signer, 'be paid'),
    signerUntil: until === undefined ? undefined : readTime(until),
  }
}

function readBadgeOptions(values: ReturnType<typeof parse>['values']): WishedBadges {
  const { signer, until } = values
  const baseUri = values['base-uri']
  if (baseUri !== undefined && !isBaseUri(baseUri)) {
    throw new CommandError(
      `--base-uri: ${baseUri} is not the start of metadata. Use the https address of this site with /api/badges/ behind it.`,
    )
  }
  return {
    baseUri,
    signer: signer === undefined ? undefined : readAccount('--signer', signer, 'be paid'),
    signerUntil: until === undefined ? undefined : readTime(until),
  }
}

/** Bytes of a URI that the contract of badges takes. */
const MAX_BASE_URI_BYTES = 1024

function isBaseUri(uri: string): boolean {
  const isUri = /^(https?|ipfs):\/\/.+\/$/.test(uri)
  return isUri && Buffer.byteLength(uri) <= MAX_BASE_URI_BYTES
}

/** Bytes of a URL that the resolver takes. */
const MAX_GATEWAY_BYTES = 255

function isGatewayUrl(url: string): boolean {
  const isWeb = /^https?:\/\//.test(url) && URL.canParse(url)
  return isWeb && Buffer.byteLength(url) <= MAX_GATEWAY_BYTES
}

/** Largest price in 48 bits of gwei. */
const MAX_PRICE_WEI = (2n ** 48n - 1n) * parseGwei('1')

function readPrices(text: string): [bigint, bigint, bigint, bigint] {
  const parts = text.split(',').map((part) => part.trim())
  const isEach = parts.every((part) => /^\d{1,6}(\.\d{1,9})?$/.test(part))
  const [three, four, five, ten, ...more] = isEach
    ? parts.map((one) => parseEther(one))
    : []
  const isWhole = [three, four, five, ten].every(
    (price) => price !== undefined && price <= MAX_PRICE_WEI,
  )
  if (isWhole && more.length === 0)
    // Safe: checked above.
    return [three, four, five, ten] as [bigint, bigint, bigint, bigint]
  throw new CommandError(
    `--prices: ${text} are not prices. Enter four amounts with at most nine decimals, such as 0.05,0.01,0.002,0.0005.`,
  )
}

function readTime(text: string): bigint {
  const ms = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(ms)) return BigInt(Math.floor(ms / 1000))
  throw new CommandError(
    `--until: ${text} is not a UTC time. Enter one like 2026-01-31T18:00:00Z.`,
  )
}

function parse(args: string[]) {
  return parseOptions(
    {
      args,
      allowPositionals: true,
      options: {
        rpc: { type: 'string' },
        owner: { type: 'string' },
        'chain-id': { type: 'string' },
        'key-file': { type: 'string' },
        'fee-recipient': { type: 'string' },
        'mint-fee': { type: 'string' },
        suffix: { type: 'string' },
        reserved: { type: 'string' },
        prices: { type: 'string' },
        commitments: { type: 'boolean', default: false },
        open: { type: 'boolean', default: false },
        ens: { type: 'boolean', default: false },
        gateway: { type: 'string', multiple: true },
        signer: { type: 'string' },
        until: { type: 'string' },
        'base-uri': { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    },
    (reason) => new CommandError(`${reason}. See npm run contracts -- --help`),
  )
}

function readUrl(text: string | undefined): string {
  if (text === undefined)
    throw new CommandError('--rpc URL is needed: a node of the chain.')
  if (URL.canParse(text) && /^https?:/.test(text)) return text
  throw new CommandError('--rpc: a node is named by an http or https URL.')
}

function readAccount(option: string, text: string | undefined, use: AccountUse): Address {
  if (text === undefined) throw new CommandError(`${option} 0x... is needed.`)
  const account = resolveAccount(text, use)
  // Safe: a resolved account is an address.
  if (typeof account === 'string') return getAddress(account as Address)
  throw new CommandError(`${option} ${text}: ${account.sentence}.`)
}

function readChainId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new CommandError(`--chain-id: ${text} is not a chain id. Enter a whole number.`)
}

/** Largest fee in 55 bits of gwei. */
const MAX_FEE_WEI = (2n ** 55n - 1n) * parseGwei('1')

function readFee(text: string): bigint {
  const isAmount = /^\d{1,9}(\.\d{1,18})?$/.test(text)
  const wei = isAmount ? parseEther(text) : 0n
  if (isAmount && wei % parseGwei('1') === 0n && wei <= MAX_FEE_WEI) return wei
  throw new CommandError(
    `--mint-fee: ${text} is not a fee. Enter an amount of the chain's coin with at most nine decimals, such as 0.0001.`,
  )
}

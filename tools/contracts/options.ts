import { parseArgs } from 'node:util'
import { type AccountUse, resolveAccount } from '@platemark/lists/resolve-account'
import { type Address, getAddress, parseEther, parseGwei } from 'viem'
import { CommandError } from '../command-error.ts'

/** Parsed arguments of `npm run contracts`. */
export type Options = {
  verb: 'deploy' | 'verify'
  rpcUrl: string
  /** Owner of the platform, from which every address is derived. */
  owner: Address
  /** Expected chain id of the node. */
  chainId: number | undefined
  keyFile: string | undefined
  feeRecipient: Address | undefined
  mintFeeWei: bigint | undefined
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
  --help                 show this text`

/** Parses the arguments; returns `'help'` for `--help`. Throws `CommandError` with one sentence. */
export function readOptions(args: string[]): Options | 'help' {
  const { values, positionals } = parse(args)
  if (values.help || args.length === 0) return 'help'
  const [verb, ...rest] = positionals
  if ((verb !== 'deploy' && verb !== 'verify') || rest.length > 0) {
    throw new CommandError(
      'Say what to do: npm run contracts -- deploy or verify. See npm run contracts -- --help',
    )
  }
  const { rpc, owner } = values
  const recipient = values['fee-recipient']
  const fee = values['mint-fee']
  const id = values['chain-id']
  return {
    verb,
    rpcUrl: readUrl(rpc),
    owner: readAccount('--owner', owner, 'own a contract'),
    chainId: id === undefined ? undefined : readChainId(id),
    keyFile: values['key-file'],
    feeRecipient:
      recipient === undefined
        ? undefined
        : readAccount('--fee-recipient', recipient, 'be paid'),
    mintFeeWei: fee === undefined ? undefined : readFee(fee),
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        rpc: { type: 'string' },
        owner: { type: 'string' },
        'chain-id': { type: 'string' },
        'key-file': { type: 'string' },
        'fee-recipient': { type: 'string' },
        'mint-fee': { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? '') : ''
    throw new CommandError(
      `${reason.replace(/\.$/, '')}. See npm run contracts -- --help`,
    )
  }
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
  throw new CommandError(`--chain-id: ${text} is no number of a chain.`)
}

/** Largest fee in 55 bits of gwei. */
const MAX_FEE_WEI = (2n ** 55n - 1n) * parseGwei('1')

function readFee(text: string): bigint {
  const isAmount = /^\d{1,9}(\.\d{1,18})?$/.test(text)
  const wei = isAmount ? parseEther(text) : 0n
  if (isAmount && wei % parseGwei('1') === 0n && wei <= MAX_FEE_WEI) return wei
  throw new CommandError(
    `--mint-fee: ${text} is no fee; it is an amount of the chain's coin with at most nine decimals, such as 0.0001.`,
  )
}

import { parseArgs } from 'node:util'
import { getConfig, type Network } from '@platemark/api/config'
import { type Address, type Client, formatUnits } from 'viem'
import { getBalance, getGasPrice } from 'viem/actions'
import * as z from 'zod/mini'
import { CommandError } from '../command-error.ts'
import { readSigningAccount } from '../signing-account.ts'
import { type Api, connectApi, signIn } from './api.ts'
import {
  listSentences,
  prepareDraft,
  takeUpDraft,
  waitForCollection,
} from './collection.ts'
import { readCollectionFile } from './collection-file.ts'
import { createNetworkClient, sendAndWait } from './network-client.ts'
import { prepareReveal, readReveal } from './reveal.ts'

/** Gas of a deployment with few payees and a short name: less is never enough. */
const DEPLOYMENT_GAS = 120_000n

const HELP = `Usage: npm run collection -- create FILE.json [options]
       npm run collection -- reveal FILE.json --collection NETWORK/ADDRESS [options]

create makes a collection on a running Platemark: a draft with its pictures and
lists, then the one transaction that deploys it. docs/examples/collection.json
shows what the file holds, docs/list-files.md what lists may look like.

reveal shows the works of a hidden set with its reveal file (docs/reveal.md).

  --collection NETWORK/ADDRESS  the collection to reveal, such as base/0x…
  --works DRAFT    id of the draft with its works, where the Platemark lost them
  --url URL        the Platemark to use (http://localhost:3000)
  --key-file FILE  file that holds the creator's private key; without it the key
                   is taken from the environment, PLATEMARK_PRIVATE_KEY
  --rpc URL        where to send the transaction (what the Platemark names)
  --help           show this text`

// Without a locale, every message of zod is "Invalid input".
z.config(z.locales.en())
try {
  await main(process.argv.slice(2))
} catch (error) {
  for (const sentence of explain(error)) console.error(sentence)
  process.exitCode = 1
}

async function main(args: string[]) {
  const options = readOptions(args)
  if (options === 'help') return console.log(HELP)
  return options.verb === 'create' ? create(options) : reveal(options)
}

type Options = Exclude<ReturnType<typeof readOptions>, 'help'>

async function create(options: Options) {
  const { notes, ...content } = readCollectionFile(options.file)
  for (const note of notes) console.log(note)
  const { account, network, client, public_url } = await connect(
    options,
    content.fields.chain_alias,
  )
  await requireCoins(client, account.address, network)
  console.log(`Signing in as ${account.address} ...`)
  const api = await signIn(options.url, account, network.id)
  console.log(`Making the draft of ${content.fields.name} ...`)
  const draft = await takeUpDraft(api, content, (note) => console.log(note))
  const deployment = await prepareDraft(api, draft)

  console.log(`Deploying to ${network.name} ...`)
  await sendAndWait(client, account, deployment)
  await printPage(api, public_url, network.alias, deployment.address)
}

async function reveal(options: Options) {
  const file = readReveal(options.file)
  const { chain, address } = readPlace(options.collection)
  const { account, network, client, public_url } = await connect(options, chain)
  console.log(`Signing in as ${account.address} ...`)
  const api = await signIn(options.url, account, network.id)
  const place = { chain_alias: chain, contract_address: address }
  const transaction = await prepareReveal(api, place, { file, works: options.works })
  if (transaction) {
    console.log(`Revealing on ${network.name} ...`)
    await sendAndWait(client, account, transaction)
  } else console.log('The chain has this reveal already; the works are shown here now.')
  await printPage(api, public_url, chain, address)
}

/** Returns the account of the key, the network and a client of it, and the site's address. */
async function connect(options: Options, alias: string) {
  const account = readSigningAccount(
    options.keyFile,
    'PLATEMARK_PRIVATE_KEY',
    process.env,
  )
  const { networks, public_url } = await connectApi(options.url).call(getConfig, {})
  const network = networks.find((one) => one.alias === alias)
  if (!network) {
    const known = networks.map((one) => one.alias).join(', ')
    throw new CommandError(`${options.url} has no network ${alias}; it has ${known}.`)
  }
  const rpcUrl = options.rpc ?? new URL(network.rpc_urls[0] ?? '', options.url).href
  return { account, network, client: createNetworkClient(network, rpcUrl), public_url }
}

function readPlace(collection: string | undefined) {
  const [, chain, address] = /^([^/]+)\/([^/]+)$/.exec(collection ?? '') ?? []
  if (chain && address) return { chain, address }
  throw new CommandError('Name the collection: --collection NETWORK/ADDRESS')
}

/**
 * Throws a `CommandError` with the amount needed if the account cannot pay for a deployment; nothing
 * is made or prepared then.
 */
async function requireCoins(
  client: Client,
  address: Address,
  { name, native_currency: { symbol, decimals } }: Network,
): Promise<void> {
  const [balance, gasPrice] = await Promise.all([
    getBalance(client, { address }),
    getGasPrice(client),
  ])
  const needed = DEPLOYMENT_GAS * gasPrice
  if (balance >= needed) return
  const amount = (wei: bigint) => `${formatUnits(wei, decimals)} ${symbol}`
  throw new CommandError(
    `${address} has ${balance === 0n ? 'no coins' : `only ${amount(balance)}`} on ${name}. The deployment needs about ${amount(needed)}: send that to it and run the command again. Nothing was made yet.`,
  )
}

async function printPage(api: Api, publicUrl: string, chain: string, address: string) {
  const { alias } = await waitForCollection(api, chain, address)
  console.log(`${publicUrl}/collection/${chain}/${alias ?? address}`)
}

function readOptions(args: string[]) {
  const { values, positionals } = parse(args)
  if (values.help || positionals.length === 0) return 'help'
  const [verb, file, ...rest] = positionals
  if ((verb !== 'create' && verb !== 'reveal') || !file || rest.length > 0) {
    throw new CommandError(
      'Say what to do: npm run collection -- create FILE.json, or reveal FILE.json',
    )
  }
  if (!URL.canParse(values.url)) throw new CommandError(`--url: ${values.url} is no URL.`)
  const { url, rpc, collection, works } = values
  return { verb, file, url, rpc, collection, works, keyFile: values['key-file'] } as const
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        url: { type: 'string', default: 'http://localhost:3000' },
        rpc: { type: 'string' },
        collection: { type: 'string' },
        works: { type: 'string' },
        'key-file': { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? '') : ''
    throw new CommandError(`${reason}. See npm run collection -- --help`)
  }
}

function explain(error: unknown): string[] {
  // The error of an unreachable server has its reason only in `cause`.
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return ['The Platemark at that address does not answer. Is it running? See --url.']
  }
  return listSentences(error)
}

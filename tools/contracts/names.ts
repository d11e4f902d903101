import { nameDeploymentPlan } from '@platemark/abi/deploy-names'
import { offchainNameResolverAbi } from '@platemark/abi/offchain-name-resolver'
import {
  type Address,
  encodeFunctionData,
  formatUnits,
  isAddressEqual,
  maxUint256,
} from 'viem'
import { readContract } from 'viem/actions'
import { RESERVED_FILE } from '../../apps/server/src/configuration/names.ts'
import { readReservedNames } from '../../apps/server/src/configuration/reserved-names.ts'
import { CommandError } from '../command-error.ts'
import { readSigningAccount } from '../signing-account.ts'
import { formatEnd } from './badge-settings.ts'
import { deployPlan, findFirstBlock, printOwnerCalls, sendOwnerCalls } from './deploy.ts'
import { requireDeployer } from './deployer.ts'
import { type NameSettings, planNameCalls, readNameSettings } from './name-settings.ts'
import { connect, formatContract, type Node, readPresence } from './node.ts'
import type { NameOptions, Options } from './options.ts'
import type { OwnerCall } from './settings.ts'

type Print = (line: string) => void

/**
 * Deploys the contracts of names that a chain lacks, sends the owner's calls if the key is the
 * owner's, and prints the remaining ones and the settings. Throws `CommandError` with the obstacle.
 */
export async function deployNameContracts(
  options: Options,
  environment: NodeJS.ProcessEnv,
  print: Print,
): Promise<void> {
  const account = readSigningAccount(options.keyFile, 'DEPLOYER_KEY', environment)
  const node = await connect(options.rpcUrl, options.chainId)
  await requireDeployer(node)
  const plan = choosePlan(options)
  print(`Names of ${options.owner} on ${node.title}:`)
  const blocks = await deployPlan(node, account, plan, print)
  const { owner, calls } = await planCalls(node, options)
  const isOwner = isAddressEqual(account.address, owner)
  if (isOwner) await sendOwnerCalls(node, account, calls, print)
  for (const line of await describeState(node, options)) print(line)
  const left = isOwner ? (await planCalls(node, options)).calls : calls
  printOwnerCalls(owner, left, print)
  if (options.names.isEns) return
  const { registry } = nameDeploymentPlan(options.owner)
  const start = blocks.get('registry') ?? (await findFirstBlock(node, registry.address))
  const names = {
    chain: node.alias ?? `alias of chain ${node.id}`,
    suffix: options.names.suffix,
    owner: options.owner,
    ...(start !== undefined && { start_block: Number(start) }),
  }
  print('For the configuration:')
  print(JSON.stringify({ names }, null, 2))
}

/**
 * Compares the contracts of names on a chain with those of this version, and prints their settings.
 * Throws `CommandError` with the contracts that differ.
 */
export async function verifyNameContracts(options: Options, print: Print): Promise<void> {
  const node = await connect(options.rpcUrl, options.chainId)
  print(`Names of ${options.owner} on ${node.title}:`)
  const wrong: string[] = []
  for (const deployment of choosePlan(options)) {
    const presence = await readPresence(node, deployment)
    const isRight = presence === 'right'
    print(
      formatContract(deployment, isRight ? 'the code of this version' : 'not this code'),
    )
    if (!isRight) wrong.push(deployment.contract)
  }
  if (wrong.length > 0) {
    throw new CommandError(`These differ from this version: ${wrong.join(', ')}.`)
  }
  for (const line of await describeState(node, options)) print(line)
  print('OK: every contract has the code of this version.')
}

function choosePlan({ owner, names: { isEns } }: Options) {
  const { registry, resolver, offchainResolver } = nameDeploymentPlan(owner)
  return isEns ? [offchainResolver] : [registry, resolver]
}

async function planCalls(
  node: Node,
  options: Options,
): Promise<{ owner: Address; calls: OwnerCall[] }> {
  const { registry, offchainResolver } = nameDeploymentPlan(options.owner)
  const { names } = options
  if (names.isEns) return planResolverCalls(node, offchainResolver.address, names)
  const settings = await readRegistry(node, options)
  if (names.isOpen && (names.suffix ?? settings.suffix) === '')
    throw new CommandError('--suffix NAME is needed before the sale opens.')
  const { suffix, prices, isOpen, needsCommitment } = names
  const wished = { suffix, prices, isOpen, needsCommitment }
  const calls = planNameCalls(registry.address, settings, wished)
  return { owner: settings.owner, calls }
}

/** Reads the settings of the registry, and which names of the list are not reserved. */
function readRegistry(node: Node, { owner, names }: Options): Promise<NameSettings> {
  const reserved = readReservedNames(names.reservedFile ?? RESERVED_FILE)
  const { registry } = nameDeploymentPlan(owner)
  return readNameSettings(node.client, registry.address, reserved)
}

async function readResolver(node: Node, address: Address) {
  const at = { address, abi: offchainNameResolverAbi } as const
  const [owner, urls] = await Promise.all([
    readContract(node.client, { ...at, functionName: 'owner' }),
    readContract(node.client, { ...at, functionName: 'urls' }),
  ])
  return { owner, urls }
}

async function planResolverCalls(
  node: Node,
  address: Address,
  { gatewayUrls, signer, signerUntil }: NameOptions,
): Promise<{ owner: Address; calls: OwnerCall[] }> {
  const abi = offchainNameResolverAbi
  const { owner, urls } = await readResolver(node, address)
  const calls: OwnerCall[] = []
  if (gatewayUrls.length > 0 && gatewayUrls.join() !== urls.join()) {
    const data = encodeFunctionData({ abi, functionName: 'setUrls', args: [gatewayUrls] })
    calls.push({ what: `setUrls(${gatewayUrls.join(', ')})`, to: address, data })
  }
  if (signer !== undefined) {
    const until = signerUntil ?? maxUint256
    const args = [signer] as const
    const call = { address, abi, functionName: 'acceptedUntil', args } as const
    const accepted = await readContract(node.client, call)
    if (accepted !== until) {
      const terms = [signer, until] as const
      const data = encodeFunctionData({ abi, functionName: 'setSigner', args: terms })
      calls.push({ what: `setSigner(${signer}), ${formatEnd(until)}`, to: address, data })
    }
  }
  return { owner, calls }
}

async function describeState(node: Node, options: Options): Promise<string[]> {
  if (options.names.isEns) {
    const { offchainResolver } = nameDeploymentPlan(options.owner)
    const { owner, urls } = await readResolver(node, offchainResolver.address)
    return [
      `Owner:         ${owner}`,
      `Gateways:      ${urls.length === 0 ? 'none' : urls.join(', ')}`,
    ]
  }
  const settings = await readRegistry(node, options)
  const { owner, suffix, prices, isPaused, needsCommitment, unreserved } = settings
  const amounts = prices.map((price) => formatUnits(price, node.coin.decimals))
  return [
    `Owner:         ${owner}`,
    `Suffix:        ${suffix || 'none'}`,
    `Prices:        ${amounts.join(', ')} ${node.coin.symbol}`,
    `Sale:          ${isPaused ? 'closed' : 'open'}${needsCommitment ? ', by commitment' : ''}`,
    `Not reserved:  ${unreserved.length === 0 ? 'none of the list' : unreserved.join(', ')}`,
  ]
}

import { badgeDeploymentPlan } from '@platemark/abi/deploy-badges'
import { isAddressEqual } from 'viem'
import { CommandError } from '../command-error.ts'
import { readSigningAccount } from '../signing-account.ts'
import { planBadgeCalls, readBadgeSettings } from './badge-settings.ts'
import { deployPlan, printOwnerCalls, sendOwnerCalls } from './deploy.ts'
import { requireDeployer } from './deployer.ts'
import { connect, formatContract, type Node, readPresence } from './node.ts'
import type { Options } from './options.ts'

type Print = (line: string) => void

/**
 * Deploys the contract of badges where a chain lacks it, sends the owner's calls if the key is the
 * owner's, and prints the remaining ones and the setting. Throws `CommandError` with the obstacle.
 */
export async function deployBadgeContract(
  options: Options,
  environment: NodeJS.ProcessEnv,
  print: Print,
): Promise<void> {
  const account = readSigningAccount(options.keyFile, 'DEPLOYER_KEY', environment)
  const node = await connect(options.rpcUrl, options.chainId)
  await requireDeployer(node)
  const plan = badgeDeploymentPlan(options.owner)
  print(`Badges of ${options.owner} on ${node.title}:`)
  await deployPlan(node, account, [plan], print)
  const { owner } = await readBadgeSettings(node.client, plan.address)
  const isOwner = isAddressEqual(account.address, owner)
  const planCalls = () => planBadgeCalls(node.client, plan.address, options.badges)
  if (isOwner) await sendOwnerCalls(node, account, await planCalls(), print)
  for (const line of await describeBadges(node, options)) print(line)
  printOwnerCalls(owner, await planCalls(), print)
  print('For the configuration, below `networks`:')
  print(JSON.stringify({ contracts: { badges: plan.address } }, null, 2))
}

/**
 * Compares the contract of badges on a chain with that of this version, and prints its settings.
 * Throws `CommandError` where it differs.
 */
export async function verifyBadgeContract(options: Options, print: Print): Promise<void> {
  const node = await connect(options.rpcUrl, options.chainId)
  print(`Badges of ${options.owner} on ${node.title}:`)
  const plan = badgeDeploymentPlan(options.owner)
  const isRight = (await readPresence(node, plan)) === 'right'
  print(formatContract(plan, isRight ? 'the code of this version' : 'not this code'))
  if (!isRight) throw new CommandError('These differ from this version: badges.')
  for (const line of await describeBadges(node, options)) print(line)
  print('OK: the contract has the code of this version.')
}

async function describeBadges(node: Node, { owner }: Options): Promise<string[]> {
  const { address } = badgeDeploymentPlan(owner)
  const settings = await readBadgeSettings(node.client, address)
  return [
    `Owner:         ${settings.owner}`,
    `Metadata:      ${settings.baseUri || 'none'}`,
  ]
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { ContractDeployment } from '@platemark/abi/contract-deployment'
import { type Deployment, deployedAddresses, deploymentPlan } from '@platemark/abi/deploy'
import {
  type Address,
  hexToBigInt,
  isAddressEqual,
  type PrivateKeyAccount,
  zeroAddress,
} from 'viem'
import {
  getBalance,
  getBlockNumber,
  getCode,
  getGasPrice,
  sendTransaction,
  waitForTransactionReceipt,
} from 'viem/actions'
import { CommandError } from '../command-error.ts'
import { readSigningAccount } from '../signing-account.ts'
import { requireDeployer } from './deployer.ts'
import { connect, formatContract, type Node, readPresence } from './node.ts'
import type { Options } from './options.ts'
import {
  formatAmount,
  formatSettings,
  type OwnerCall,
  planOwnerCalls,
  readSettings,
} from './settings.ts'

type Print = (line: string) => void

/** A contract that is not deployed yet, with the gas limit of its deployment. */
type Missing = AnyDeployment & { gas: bigint }
type AnyDeployment = ContractDeployment<string>

/**
 * Deploys the contracts of an owner that a chain lacks, and checks the code of each. Throws
 * `CommandError` with the obstacle; contracts deployed until then stay.
 */
export async function deploy(
  options: Options,
  environment: NodeJS.ProcessEnv,
  print: Print,
): Promise<void> {
  const account = readSigningAccount(options.keyFile, 'DEPLOYER_KEY', environment)
  const node = await connect(options.rpcUrl, options.chainId)
  await requireDeployer(node)
  const plan = deploymentPlan(options.owner)
  print(`Contracts of ${options.owner} on ${node.title}:`)
  const blocks = await deployPlan(node, account, plan, print)
  await finish({ node, account, plan, options, print })
  const { factory } = deployedAddresses(plan)
  const start = blocks.get('factory') ?? (await findFirstBlock(node, factory))
  for (const line of formatConfiguration(node, plan, start)) print(line)
}

/**
 * Deploys the contracts of a plan that a chain lacks, and returns the block of each of them. Throws
 * `CommandError` with the obstacle; contracts deployed until then stay.
 */
export async function deployPlan(
  node: Node,
  account: PrivateKeyAccount,
  plan: readonly AnyDeployment[],
  print: Print,
): Promise<Map<string, bigint>> {
  const absent = await listAbsent(node, plan, print)
  const missing = await withGas(node, account, absent)
  await requireFunds(node, account, missing, print)
  const blocks = new Map<string, bigint>()
  for (const deployment of missing) {
    blocks.set(deployment.contract, await make(node, account, deployment))
    print(formatContract(deployment, 'made, with the code of this version'))
  }
  return blocks
}

async function listAbsent(
  node: Node,
  plan: readonly AnyDeployment[],
  print: Print,
): Promise<AnyDeployment[]> {
  const absent: AnyDeployment[] = []
  for (const deployment of plan) {
    const presence = await readPresence(node, deployment)
    if (presence === 'other') throw otherCode(deployment, 'Nothing was sent.')
    print(
      formatContract(deployment, presence === 'right' ? 'there already' : 'to be made'),
    )
    if (presence === 'absent') absent.push(deployment)
  }
  return absent
}

function otherCode({ contract, address }: AnyDeployment, rest: string): CommandError {
  return new CommandError(
    `The code at ${address}, the address of ${contract}, is not that of this version. ${rest} Do not use these contracts: this chain does not keep to the rules of CREATE2, or its node returned a wrong response.`,
  )
}

/** Adds the node's gas estimate and a tenth more. */
async function withGas(
  { client }: Node,
  { address: from }: PrivateKeyAccount,
  absent: readonly AnyDeployment[],
): Promise<Missing[]> {
  const missing: Missing[] = []
  for (const deployment of absent) {
    const { to, data } = deployment
    // Without a gas price the node does not check the balance.
    const gas = await client.request({
      method: 'eth_estimateGas',
      params: [{ from, to, data }],
    })
    missing.push({ ...deployment, gas: (hexToBigInt(gas) * 11n) / 10n })
  }
  return missing
}

async function requireFunds(
  node: Node,
  { address }: PrivateKeyAccount,
  missing: readonly Missing[],
  print: Print,
): Promise<void> {
  if (missing.length === 0) return
  const [price, balance] = await Promise.all([
    getGasPrice(node.client),
    getBalance(node.client, { address }),
  ])
  const gas = missing.reduce((sum, one) => sum + one.gas, 0n)
  // The gas price may rise by a fifth until the last one is mined.
  const cost = (gas * price * 12n) / 10n
  print(
    `About ${formatAmount(node, cost)} are needed; ${address} has ${formatAmount(node, balance)}.`,
  )
  if (balance >= cost) return
  throw new CommandError(
    `Send at least ${formatAmount(node, cost - balance)} to ${address} and run this again. Nothing was sent.`,
  )
}

const RECEIPT_MS = 180_000
const LOOKS = 20
const LOOK_MS = 500

/** Sends the deployment and waits for its code; resolves with the block number. */
async function make(
  { client, ...node }: Node,
  account: PrivateKeyAccount,
  deployment: Missing,
): Promise<bigint> {
  const { to, data, gas, contract } = deployment
  const hash = await sendTransaction(client, { account, to, data, gas })
  const receipt = await waitForTransactionReceipt(client, { hash, timeout: RECEIPT_MS })
  // Behind a load balancer, another node may lag behind the one that returned the receipt.
  for (let look = 0; look < LOOKS; look += 1) {
    const presence = await readPresence({ client, ...node }, deployment)
    if (presence === 'right') return receipt.blockNumber
    if (presence === 'other') throw otherCode(deployment, `It was made by ${hash}.`)
    if (receipt.status === 'reverted') break
    await sleep(LOOK_MS)
  }
  throw new CommandError(
    `The transaction ${hash} was mined, but ${contract} is not there: it ${receipt.status === 'reverted' ? 'reverted' : 'made nothing'}. Look at it in an explorer of the chain, then run this again.`,
  )
}

type Finishing = {
  node: Node
  account: PrivateKeyAccount
  plan: readonly Deployment[]
  options: Options
  print: Print
}

/** Sends the requested owner's calls if the key is the owner's, and prints the remaining ones. */
async function finish({ node, account, plan, options, print }: Finishing): Promise<void> {
  const before = await readSettings(node, plan)
  const { owner } = before
  const requested = planOwnerCalls(node, plan, before, options)
  const isOwner = isAddressEqual(account.address, owner)
  if (isOwner) await sendOwnerCalls(node, account, requested, print)

  const settings = isOwner ? await readSettings(node, plan) : before
  for (const line of formatSettings(node, settings)) print(line)
  const wished = {
    // Without a recipient the platform's share stays in the collections.
    feeRecipient:
      options.feeRecipient ?? (settings.feeRecipient === zeroAddress ? owner : undefined),
    mintFeeWei: options.mintFeeWei,
  }
  const left = planOwnerCalls(node, plan, settings, wished)
  printOwnerCalls(owner, left, print)
  if (settings.mintFeeWei === 0n && options.mintFeeWei === undefined) {
    print('There is no mint fee; with --mint-fee AMOUNT this shows how to set one.')
  }
}

/** Sends transactions of the owner in order. Throws `CommandError` for the first that reverts. */
export async function sendOwnerCalls(
  { client }: Node,
  account: PrivateKeyAccount,
  calls: readonly OwnerCall[],
  print: Print,
): Promise<void> {
  for (const { what, to, data } of calls) {
    const hash = await sendTransaction(client, { account, to, data })
    const receipt = await waitForTransactionReceipt(client, { hash, timeout: RECEIPT_MS })
    if (receipt.status !== 'success') {
      throw new CommandError(`${what} was mined and reverted: ${hash}.`)
    }
    print(`Done: ${what}`)
  }
}

/** Prints the transactions that the owner has to send by other means. */
export function printOwnerCalls(
  owner: Address,
  calls: readonly OwnerCall[],
  print: Print,
): void {
  if (calls.length > 0) print(`The owner ${owner} still has to send:`)
  for (const { what, to, data } of calls) {
    print(`  ${what}`)
    print(`    to   ${to}`)
    print(`    data ${data}`)
  }
}

/** Returns the block of a contract's deployment; undefined where the node keeps no old states. */
export async function findFirstBlock(
  { client }: Node,
  address: Address,
): Promise<bigint | undefined> {
  try {
    let [low, high] = [0n, await getBlockNumber(client)]
    while (low < high) {
      const blockNumber = (low + high) / 2n
      if (await getCode(client, { address, blockNumber })) high = blockNumber
      else low = blockNumber + 1n
    }
    return high
  } catch {
    return undefined
  }
}

function formatConfiguration(
  { id, alias }: Node,
  plan: readonly Deployment[],
  start: bigint | undefined,
): string[] {
  const { factory, payouts } = deployedAddresses(plan)
  const contracts = {
    factory,
    payouts,
    ...(start !== undefined && { start_block: Number(start) }),
  }
  return [
    `For the configuration, in the entry of ${alias ?? `chain ${id}`} under networks:`,
    JSON.stringify({ contracts }, null, 2),
    ...(start === undefined
      ? [
          `Add start_block, the block in which ${factory} was made: this node keeps no old states to look it up.`,
        ]
      : []),
  ]
}

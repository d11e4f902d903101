import { deploymentPlan } from '@platemark/abi/deploy'
import { CommandError } from '../command-error.ts'
import { connect, formatContract, type Presence, readPresence } from './node.ts'
import type { Options } from './options.ts'
import { formatSettings, readSettings } from './settings.ts'

const remarks: Record<Presence, string> = {
  right: 'the code of this version',
  absent: 'nothing there',
  other: 'other code',
}

/**
 * Compares the contracts on a chain with those of this version, and prints their settings. Throws
 * `CommandError` with the contracts that differ.
 */
export async function verify(options: Options, print: (line: string) => void) {
  const node = await connect(options.rpcUrl, options.chainId)
  const plan = deploymentPlan(options.owner)
  print(`Contracts of ${options.owner} on ${node.title}:`)
  const wrong: string[] = []
  for (const deployment of plan) {
    const presence = await readPresence(node, deployment)
    print(formatContract(deployment, remarks[presence]))
    if (presence !== 'right') wrong.push(`${deployment.contract} (${remarks[presence]})`)
  }
  if (wrong.length > 0) {
    throw new CommandError(`These differ from this version: ${wrong.join(', ')}.`)
  }
  for (const line of formatSettings(node, await readSettings(node, plan))) print(line)
  print('OK: every contract has the code of this version.')
}

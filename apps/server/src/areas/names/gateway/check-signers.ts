import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { readContract } from 'viem/actions'
import { listKeyProblems } from '../../../configuration/check-signing-keys.ts'
import { ConfigurationError } from '../../../configuration/fields.ts'
import type { AppContext } from '../../../http/app-context.ts'

type Checked = Pick<AppContext, 'configuration' | 'chains'>

/**
 * Checks the keys of the gateway at start. Throws `ConfigurationError` for a key that may not sign;
 * a chain that does not answer is logged, and the gateway checks again before it signs.
 */
export async function requireGatewaySigners(
  context: Checked & Pick<AppContext, 'log'>,
): Promise<void> {
  const problems = await listSignerProblems(context).catch((error: unknown) => {
    context.log.warn({ err: error }, 'keys of the name gateway are not checked yet')
    return []
  })
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'))
}

/**
 * Lists a sentence for each key of the gateway that is known to everyone, holds coins, or is used
 * for something else; none on an embedded home chain, whose coins have no value. Throws when a
 * chain does not answer.
 */
export async function listSignerProblems({
  configuration: { names },
  chains,
}: Checked): Promise<string[]> {
  const home = chains.find(({ contracts }) => contracts?.names)
  if (!names?.gateway || !home || home.isDemo) return []
  return listKeyProblems(names.gateway.signers, {
    field: 'names.gateway_key_file',
    chains,
    readOwners: async () => {
      const owner = await readContract(home.client, {
        ...{ address: names.registry, abi: nameRegistryAbi, functionName: 'owner' },
      })
      return [{ address: owner, use: 'owns the registry of names' }]
    },
  })
}

import { campaignBadgesAbi } from '@platemark/abi/campaign-badges'
import { readContract } from 'viem/actions'
import { listKeyProblems } from '../../configuration/check-signing-keys.ts'
import { ConfigurationError } from '../../configuration/fields.ts'
import type { AppContext } from '../../http/app-context.ts'

type Checked = Pick<AppContext, 'configuration' | 'chains'>

/**
 * Checks the keys of vouchers at start. Throws `ConfigurationError` for a key that may not sign; a
 * chain that does not answer is logged, and the keys are checked again before the first voucher.
 */
export async function requireVoucherKeys(
  context: Checked & Pick<AppContext, 'log'>,
): Promise<void> {
  const problems = await listVoucherKeyProblems(context).catch((error: unknown) => {
    context.log.warn({ err: error }, 'keys of vouchers are not checked yet')
    return []
  })
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'))
}

/**
 * Lists a sentence for each key of vouchers that is known to everyone, holds coins, or is used for
 * something else; none where badges are on embedded chains only. Throws when a chain does not answer.
 */
export async function listVoucherKeyProblems({
  configuration: { badges },
  chains,
}: Checked): Promise<string[]> {
  const live = chains.filter(({ contracts, isDemo }) => contracts?.badges && !isDemo)
  if (badges.signers.length === 0 || live.length === 0) return []
  return listKeyProblems(badges.signers, {
    field: 'badges.voucher_key_file',
    chains,
    readOwners: () =>
      Promise.all(
        live.map(async ({ client, contracts, name }) => ({
          address: await readContract(client, {
            // Safe: filtered above.
            address: contracts?.badges as `0x${string}`,
            ...{ abi: campaignBadgesAbi, functionName: 'owner' },
          }),
          use: `owns the badge contract on ${name}`,
        })),
      ),
  })
}

import type { AppConfig } from '@platemark/api/config'
import { resolveName } from '@platemark/mint/names/resolve-name'
import { type Address, getAddress } from 'viem'
import { createChainRpc } from '../../lib/chain-rpc.ts'
import { walletConfig } from '../../lib/wagmi.ts'

/** The account of a name, or why it has none. */
type FoundName = { account: Address | null; name: string | null; problem?: string }

/**
 * Looks up a written name in the registry on its home chain, for the network with `chainId`; the
 * reader of names loads only here. Rejects where the home chain cannot be read.
 */
export async function lookUpName(
  text: string,
  { names, networks }: Pick<AppConfig, 'names' | 'networks'>,
  network: { id: number; name: string },
): Promise<FoundName> {
  if (!names) return { account: null, name: null }
  const { suffix, chain_id: homeId, registry } = names
  const { readLabel } = await import('@platemark/rules/name-label')
  const { name: label, refused } = readLabel(text, suffix)
  if (label === null || refused) {
    const problem = text.includes('.')
      ? `Only names of this site can be used here. They end in .${suffix}.`
      : (refused?.message ?? 'This is not a valid name.')
    return { account: null, name: null, problem }
  }
  const isDemo = networks.some(({ id, is_demo }) => id === homeId && is_demo)
  const account = await resolveName(label, {
    rpc: createChainRpc(walletConfig({ networks }).getClient({ chainId: homeId })),
    registry: getAddress(registry),
    blockTag: isDemo ? 'pending' : 'latest',
    chainId: network.id,
  })
  const name = `${label}.${suffix}`
  if (account) return { account, name }
  return { account: null, name, problem: `${name} has no address on ${network.name}.` }
}

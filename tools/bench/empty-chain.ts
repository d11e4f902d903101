import { anvilClient, type EmptyChain, startAnvil } from '../../apps/server/test/chain.ts'

/**
 * A real anvil with nothing on it: the rules of live chains, gas for nothing, and every account
 * may send. It ends with `stop`, and when this process ends.
 */
export async function emptyChain(
  bornAt: number,
): Promise<Pick<EmptyChain, 'client' | 'stop'>> {
  const { url, stop } = await startAnvil([
    ...['--hardfork', 'osaka', '--timestamp', String(bornAt)],
    ...['--base-fee', '0', '--gas-price', '0', '--auto-impersonate'],
  ])
  return { client: anvilClient(url, { pollingInterval: 5 }), stop }
}

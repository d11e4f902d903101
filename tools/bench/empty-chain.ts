import { anvilClient, type EmptyChain, startAnvil } from '../../apps/server/test/chain.ts'

/**
 * Starts an empty anvil with the rules of live chains, a gas price of 0 and impersonation of every
 * account. It ends with `stop`, and when this process ends.
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

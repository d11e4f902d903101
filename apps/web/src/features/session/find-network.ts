import type { AppConfig, Network } from '@platemark/api/config'
import { chainById } from '@platemark/wallet/chain-by-id'

/** Returns a network of this instance, or `Chain {id} not supported` for the screen. */
export function findNetwork(
  { networks }: Pick<AppConfig, 'networks'>,
  id: number,
): { network: Network; message?: never } | { network?: never; message: string } {
  try {
    return { network: chainById(networks, id) }
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) }
  }
}

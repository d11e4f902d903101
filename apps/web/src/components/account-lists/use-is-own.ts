import { isSameAddress } from '@platemark/rules/addresses'
import { useSession } from '../../lib/session.ts'

/** Returns whether the connected wallet has this address. */
export function useIsOwn({ address }: { address: string }): boolean {
  return isSameAddress(useSession().wallet?.address, address)
}

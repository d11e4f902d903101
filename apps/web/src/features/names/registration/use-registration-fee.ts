import { commitData, registerData } from '@platemark/mint/names/name-calls'
import { roundToGwei } from '@platemark/rules/amounts'
import { zeroHash } from 'viem'
import { useCallFee } from '../../../components/call/use-call-fee.ts'
import type { Registration } from './use-registration.ts'

/** Gas of a registration with a primary name, where no node estimates it. */
const USUAL_GAS = 130_000n

/**
 * Estimates the network fee, in wei and rounded up to gwei, of the transactions that a registration
 * has yet to send; null while unknown. `isCommitted`: the reservation is sent.
 */
export function useRegistrationFee(
  { name, home, account, call, facts, pending }: Registration,
  { isPrimary, isCommitted }: { isPrimary: boolean; isCommitted: boolean },
): bigint | null {
  const needsCommitment = facts?.needsCommitment === true
  const commits = needsCommitment && !isCommitted
  const secret = needsCommitment ? (pending?.secret ?? zeroHash) : null
  const place = { chainId: home.network.id, contract: call.contract }
  const commit = useCallFee(
    call,
    commits ? { label: '', data: commitData(zeroHash) } : null,
  )
  // No node estimates it before its reservation is a minute old.
  const register = useCallFee(
    call,
    facts
      ? {
          label: '',
          data: registerData({ ...place, account, name, isPrimary, secret, hash: null }),
          valueWei: facts.priceWei,
        }
      : null,
    { usualGas: USUAL_GAS },
  )
  if (!register || (commits && !commit)) return null
  return roundToGwei(register.wei + (commits && commit ? commit.wei : 0n))
}

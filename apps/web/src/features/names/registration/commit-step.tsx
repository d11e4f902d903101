import { CallButton } from '../../../components/call/call-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { labelRegister, RegistrationCosts } from './registration-costs.tsx'
import type { Registration } from './use-registration.ts'
import { useRegistrationFee } from './use-registration-fee.ts'
import { WrongNetwork } from './wrong-network.tsx'

/** Button of the next transaction of a registration that has a commitment. */
export function CommitStep({ registration }: { registration: Registration }) {
  const { step, call, facts, home, isPrimary = true } = registration
  if (!facts || !step || call.isBusy || call.shown.isUnanswered) return null
  if (step.step === 'commit') {
    return (
      <>
        {step.isExpired && (
          <Notice kind="warning" title="The reservation is older than a day">
            Start again. Only the network fee was spent.
          </Notice>
        )}
        <WrongNetwork network={home.network} />
        <CallButton
          call={{ ...call, send: () => registration.commit(isPrimary) }}
          request={{ data: '0x', label: '' }}
          isFeeShown
        >
          {step.isExpired ? 'Start again' : 'Send the reservation'}
        </CallButton>
      </>
    )
  }
  if (step.step !== 'register' || !facts.needsCommitment) return null
  return <SecondStep registration={registration} facts={facts} />
}

type SecondStepProps = {
  registration: Registration
  facts: NonNullable<Registration['facts']>
}

/** Costs and button of the registration that follows a reservation. */
function SecondStep({ registration, facts }: SecondStepProps) {
  const { name, call, home, isPrimary = true } = registration
  const { network } = home
  const feeWei = useRegistrationFee(registration, { isPrimary, isCommitted: true })
  const costs = { name, network, priceWei: facts.priceWei, feeWei }
  return (
    <>
      <RegistrationCosts {...costs} />
      <WrongNetwork network={network} />
      <CallButton
        call={{ ...call, send: () => registration.register(facts, isPrimary) }}
        request={{ data: '0x', label: '' }}
        isFeeShown
      >
        {labelRegister(costs)}
      </CallButton>
    </>
  )
}

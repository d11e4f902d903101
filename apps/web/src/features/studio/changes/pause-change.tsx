import { CallButton } from '../../../components/call/call-button.tsx'
import { CallPanel } from '../../../components/call/call-panel.tsx'
import type { ChangeProps } from '../page/change-props.ts'
import type { ChainTerms } from './chain-terms.ts'
import { ChangeFrame, ValueTable } from './change-frame.tsx'
import { encodeChange } from './encode-change.ts'
import { useOwnCall } from './use-own-call.ts'

/** Pauses minting, or resumes it. */
export function PauseChange(props: ChangeProps) {
  const { is_paused } = props.own.collection
  const call = useOwnCall(props.own, 'pause')
  // The index follows the chain some seconds later.
  const nameAct = (terms: ChainTerms | undefined) =>
    (terms?.overview.isPaused ?? is_paused) ? 'Resume minting' : 'Pause minting'
  return (
    <ChangeFrame {...props} title={nameAct}>
      {(terms: ChainTerms) => {
        const { isPaused } = terms.overview
        const label = nameAct(terms)
        return (
          <>
            <ValueTable
              rows={[
                {
                  term: 'Minting',
                  now: isPaused ? 'Paused' : 'Not paused',
                  next: isPaused ? 'Not paused' : 'Paused',
                },
              ]}
            />
            <p className="small">
              {isPaused
                ? 'Open phases can be minted again immediately. The pause did not extend them.'
                : 'Minting stops at once in all phases. Transfers, withdrawals and airdrops still work. You can resume at any time. Phases keep their end times.'}
            </p>
            <CallPanel call={call} />
            <CallButton
              call={call}
              request={encodeChange(
                'setPaused',
                [!isPaused],
                label,
                isPaused ? 'Minting resumed' : 'Minting paused',
              )}
            >
              {label}
            </CallButton>
          </>
        )
      }}
    </ChangeFrame>
  )
}

import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Registration } from './use-registration.ts'

type NotRegisteredProps = { registration: Registration; onClose: () => void }

/** A name that cannot be had any more, with what was charged. */
export function NotRegistered({ registration, onClose }: NotRegisteredProps) {
  const { step, name } = registration
  return (
    <>
      {step?.step === 'paused' ? (
        <Notice kind="warning" title="Registration of new names is paused.">
          Nothing was charged. {name} can be registered once the operator resumes
          registration.
        </Notice>
      ) : step?.step === 'reserved' ? (
        <Notice kind="error" title="This name is reserved.">
          Nothing was charged.
        </Notice>
      ) : (
        <Notice kind="error" title="Someone else registered this name a moment ago.">
          {describeCharge(registration)}
        </Notice>
      )}
      <Button isWide onClick={onClose}>
        Find another name
      </Button>
    </>
  )
}

function describeCharge({ call, pending }: Registration): string {
  const { fault } = call.shown
  const isReverted = fault?.kind === 'ended' && fault.end === 'reverted'
  return isReverted || pending?.secret
    ? 'You were charged only the network fee.'
    : 'Nothing was charged.'
}

import { rateArticle } from '@platemark/api/academy-operations'
import { Problem } from '@platemark/api/problem'
import { useState } from 'react'
import { useAppConfig } from '../../../components/app-config.ts'
import { call } from '../../../lib/api.ts'
import { isOffline } from '../../../lib/offline.ts'
import { Button } from '../../../ui/button.tsx'
import { AcademyIcon } from '../academy-icon.tsx'

/** Question at the end of a text; the last answer counts. */
export function Feedback({ alias }: { alias: string }) {
  const { read_only } = useAppConfig()
  const [isHelpful, setHelpful] = useState<boolean>()
  const [outcome, setOutcome] = useState('')
  const [isSending, setSending] = useState(false)
  const send = async (helpful: boolean) => {
    setSending(true)
    setOutcome('')
    try {
      await call(rateArticle, { params: { alias }, body: { helpful } })
      setHelpful(helpful)
      setOutcome('Thank you. Your answer is saved.')
    } catch (error) {
      setOutcome(describeFailure(error))
    }
    setSending(false)
  }
  if (read_only) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame.
    <div className="helpful" role="group" aria-labelledby="helpful">
      <b id="helpful">Was this helpful?</b>
      <Button
        look="quiet"
        aria-pressed={isHelpful === true}
        isBusy={isSending}
        onClick={() => send(true)}
      >
        <AcademyIcon name="thumb_up" />
        Yes
      </Button>
      <Button
        look="quiet"
        aria-pressed={isHelpful === false}
        isBusy={isSending}
        onClick={() => send(false)}
      >
        <AcademyIcon name="thumb_down" />
        No
      </Button>
      <span className="muted small" role="status">
        {outcome}
      </span>
    </div>
  )
}

function describeFailure(error: unknown): string {
  if (isOffline()) return 'You are offline. Answer again once you are back online.'
  if (error instanceof Problem && error.code === 'too_many_requests') {
    return `Too many answers. Try again in ${error.retryAfter ?? 60} seconds.`
  }
  return 'Your answer was not saved. Try again in a moment.'
}

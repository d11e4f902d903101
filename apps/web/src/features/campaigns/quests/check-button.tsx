import { refreshCampaign } from '@platemark/api/campaign-operations'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { call } from '../../../lib/api.ts'
import { useRetryCountdown } from '../../../lib/use-retry-countdown.ts'
import { toast } from '../../../ui/toast.ts'
import { describeProblem } from '../describe-problem.ts'

type CheckButtonProps = {
  alias: string
  onChecked: () => void
  children: string
}

/** Lets the server evaluate the quests of the user anew, at most every half a minute. */
export function CheckButton({ alias, onChecked, children }: CheckButtonProps) {
  const noteId = useId()
  const check = useMutation({
    networkMode: 'always',
    mutationFn: () => call(refreshCampaign, { params: { alias } }),
    onSuccess: () => {
      onChecked()
      toast('success', 'Your quests were checked.')
    },
    onError: (error) => {
      if (!(describeProblem(error).code === 'too_many_requests'))
        toast('error', 'Your quests could not be checked.', {
          text: describeProblem(error).text,
        })
    },
  })
  const left = useRetryCountdown(check.error)
  return (
    <span className="check-button">
      <SaveButton
        look="quiet"
        isBusy={check.isPending}
        onClick={() => check.mutate()}
        {...(left > 0 && { blockedBy: noteId })}
      >
        {left > 0 ? `Again in ${left} s` : children}
      </SaveButton>
      <span className="hide" id={noteId}>
        {left > 0 && 'Your quests were checked a moment ago.'}
      </span>
    </span>
  )
}

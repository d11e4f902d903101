import { answerNotice } from '@platemark/api/campaign-operations'
import type { CampaignNotice } from '@platemark/api/campaigns'
import { formatLongTime } from '@platemark/rules/utc-dates'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { call } from '../../../lib/api.ts'
import { TextArea } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { describeProblem } from '../describe-problem.ts'
import type { ShownCampaign } from '../use-campaign.ts'
import { describeNotice, MAX_ANSWER_CHARACTERS } from './describe-notice.ts'

type NoticePartProps = ShownCampaign & { notice: CampaignNotice }

/** Notice before a disqualification with its reason, and the answer to it. */
export function NoticePart({ campaign, notice, refresh }: NoticePartProps) {
  const now = Date.parse(campaign.server_time)
  const { kind, title, text, canAnswer } = describeNotice(notice, now)
  return (
    <section className="campaign-notice" aria-label="Notice of the operator">
      <Notice kind={kind} title={title}>
        {text}
      </Notice>
      <dl className="notice-facts">
        <dt>Reason</dt>
        <dd>{notice.reason}</dd>
        {notice.evidence && (
          <>
            <dt>Based on</dt>
            <dd className="notice-evidence">{notice.evidence}</dd>
          </>
        )}
        {notice.answer && (
          <>
            <dt>
              Your answer
              {notice.answered_at && `, ${formatLongTime(notice.answered_at)}`}
            </dt>
            <dd className="notice-evidence">{notice.answer}</dd>
          </>
        )}
      </dl>
      {canAnswer && (
        <AnswerForm alias={campaign.alias} notice={notice} onSent={refresh} />
      )}
    </section>
  )
}

type AnswerFormProps = { alias: string; notice: CampaignNotice; onSent: () => void }

function AnswerForm({ alias, notice, onSent }: AnswerFormProps) {
  const [text, setText] = useState(notice.answer ?? '')
  const send = useMutation({
    networkMode: 'always',
    mutationFn: () => call(answerNotice, { params: { alias }, body: { text } }),
    onSuccess: () => {
      toast('success', 'Your answer was sent.')
      onSent()
    },
  })
  const isEmpty = text.trim() === ''
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty && !send.isPending) send.mutate()
      }}
    >
      <TextArea
        label={notice.answer ? 'Replace your answer' : 'Your answer'}
        rows={5}
        maxLength={MAX_ANSWER_CHARACTERS}
        value={text}
        aside={`${[...text].length} of ${MAX_ANSWER_CHARACTERS}`}
        hint="The operator reads it before deciding. Transactions and links help."
        error={send.error ? describeProblem(send.error).text : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <SaveButton
          type="submit"
          isBusy={send.isPending}
          {...(isEmpty && { disabled: true })}
        >
          Send answer
        </SaveButton>
      </div>
    </form>
  )
}

import { reportQuestion } from '@platemark/api/academy-operations'
import { Problem } from '@platemark/api/problem'
import { countCharacters } from '@platemark/rules/characters'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { call } from '../../../lib/api.ts'
import { isOffline } from '../../../lib/offline.ts'
import { useRetryCountdown } from '../../../lib/use-retry-countdown.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { formatWait } from './format-wait.ts'
import type { QuizQuestion } from './quiz-answers.ts'

const MAX_TEXT_CHARACTERS = 1000

type ReportQuestionProps = {
  alias: string
  quizVersion: string
  question: QuizQuestion
  onClose: () => void
}

/** Dialog that reports a mistake in a question to the operator. */
export function ReportQuestion(props: ReportQuestionProps) {
  const { alias, quizVersion, question, onClose } = props
  const sending = useMutation({
    mutationFn: (text: string) =>
      call(reportQuestion, {
        params: { alias },
        body: { quiz_version: quizVersion, question: question.id, text },
      }),
    networkMode: 'always',
  })
  return (
    <Dialog title="Report this question" isOpen onClose={onClose} width={480}>
      <div className="report-question">
        <p>{question.prompt}</p>
        {sending.isSuccess ? (
          <>
            <Notice kind="success" title="Your report was sent.">
              The operator of this site will read it with the question.
            </Notice>
            <Button onClick={onClose}>Done</Button>
          </>
        ) : (
          <ReportText
            error={sending.error}
            isSending={sending.isPending}
            onSend={(text) => sending.mutate(text)}
          />
        )}
      </div>
    </Dialog>
  )
}

type ReportTextProps = {
  error: Error | null
  isSending: boolean
  onSend: (text: string) => void
}

function ReportText({ error, isSending, onSend }: ReportTextProps) {
  const [text, setText] = useState('')
  const [hasTried, setTried] = useState(false)
  const waitSeconds = useRetryCountdown(error)
  const count = countCharacters(text.trim())
  const fault = hasTried ? findFault(count) : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (findFault(count) === undefined && !isSending && waitSeconds === 0)
      onSend(text.trim())
  }
  return (
    <form onSubmit={send} noValidate>
      <TextArea
        label="What is wrong with it?"
        aside={`${count} / ${MAX_TEXT_CHARACTERS}`}
        hint="A wrong answer, an outdated fact or unclear wording."
        error={fault ?? (error ? describeReportError(error, waitSeconds) : undefined)}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <SaveButton
        type="submit"
        isBusy={isSending}
        {...(waitSeconds > 0 && { disabled: true })}
      >
        Send report
      </SaveButton>
    </form>
  )
}

function findFault(count: number): string | undefined {
  if (count === 0) return 'Write what is wrong with the question.'
  if (count <= MAX_TEXT_CHARACTERS) return undefined
  return `Write at most ${MAX_TEXT_CHARACTERS} characters: ${count - MAX_TEXT_CHARACTERS} too many.`
}

function describeReportError(error: Error, waitSeconds: number): string {
  if (isOffline())
    return 'You are offline. Your text stays here. Send it once you are back online.'
  if (!(error instanceof Problem))
    return 'The report was not sent. Try again in a moment.'
  if (error.code === 'too_many_requests') {
    return waitSeconds > 0
      ? `Too many reports. Try again in ${formatWait(waitSeconds)}.`
      : 'You can send it now.'
  }
  if (error.code === 'validation_failed') {
    return error.fields?.text?.[0] ?? 'This text cannot be sent. Rephrase it.'
  }
  if (error.code === 'question_not_found') {
    return 'The quiz was changed and no longer has this question.'
  }
  return 'The report was not sent. Try again in a moment.'
}

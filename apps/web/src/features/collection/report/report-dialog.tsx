import { reportCollection } from '@platemark/api/operations'
import './report.css'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { Problem } from '@platemark/api/problem'
import { formatCount } from '@platemark/rules/amounts'
import { countCharacters } from '@platemark/rules/characters'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAppConfig } from '../../../components/app-config.ts'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { call } from '../../../lib/api.ts'
import { useOffline } from '../../../lib/offline.ts'
import { useSession } from '../../../lib/session.ts'
import { useRetryCountdown } from '../../../lib/use-retry-countdown.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldError, TextArea } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import {
  categories,
  MAX_REPORT_CHARACTERS,
  type ReportDraft,
  validateReport,
} from './report-draft.ts'

type ReportDialogProps = {
  collection: Collection
  network: Network
  draft: ReportDraft
  onDraft: (draft: ReportDraft) => void
  onClose: () => void
}

/** Dialog that reports a collection to the operator. */
export function ReportDialog(props: ReportDialogProps) {
  const { collection, draft, onClose } = props
  const queries = useQueryClient()
  const sending = useSending(props)
  const { error } = sending
  const isGone =
    error instanceof Problem && (error.status === 404 || error.status === 451)
  const close = () => {
    onClose()
    // The page behind the dialog may still show a collection that no longer exists.
    if (isGone) void queries.invalidateQueries()
  }
  const content = () => {
    if (sending.isSuccess) return <Sent {...props} />
    if (isGone) return <Gone isBlocked={error.status === 451} onClose={close} />
    return (
      <ReportForm
        {...props}
        isSending={sending.isPending}
        error={error}
        onSend={() => sending.mutate(draft)}
      />
    )
  }
  return (
    <Dialog
      title={`Report ${collection.name}`}
      isOpen
      onClose={close}
      width={480}
      className="report"
    >
      {content()}
    </Dialog>
  )
}

function useSending({ collection, onDraft }: ReportDialogProps) {
  const { chain_alias, contract_address } = collection
  return useMutation({
    mutationFn: ({ category, text }: ReportDraft) =>
      call(reportCollection, {
        params: { chain_alias, contract_address },
        // Safe: nothing is sent before a category was chosen.
        body: { category: category ?? 'other', text },
      }),
    onSuccess: () => onDraft({ category: null, text: '' }),
  })
}

type ReportFormProps = ReportDialogProps & {
  isSending: boolean
  error: Error | null
  onSend: () => void
}

function ReportForm(props: ReportFormProps) {
  const { draft, onDraft, isSending, error, onSend, onClose } = props
  const isOffline = useOffline()
  const [hasTried, setTried] = useState(false)
  const waitSeconds = useRetryCountdown(error)
  const form = useEndInSight(error, waitSeconds > 0)
  const faults = hasTried ? validateReport(draft) : {}
  const blockedBy = isOffline || waitSeconds > 0 ? 'report-blocked' : undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { category, text } = validateReport(draft)
    if (category) return form.current?.querySelector('input')?.focus()
    if (text) return form.current?.querySelector('textarea')?.focus()
    if (!isSending && !blockedBy) onSend()
  }
  return (
    <form ref={form} onSubmit={send} noValidate>
      <Where />
      <Categories draft={draft} onDraft={onDraft} fault={faults.category} />
      <TextInput {...props} fault={faults.text ?? textFault(error)} />
      <Trouble error={error} isOffline={isOffline} waitSeconds={waitSeconds} />
      <div className="report-choices">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <SaveButton
          type="submit"
          isBusy={isSending}
          {...(blockedBy !== undefined && { blockedBy })}
        >
          {sendLabel(error, waitSeconds)}
        </SaveButton>
      </div>
    </form>
  )
}

/** Scrolls to the end of the form, where an error stands above the choices. */
function useEndInSight(error: Error | null, isWaiting: boolean) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the error makes the form longer.
  useEffect(() => {
    // The choices stay in view by themselves.
    if (error) form.current?.scrollIntoView({ block: 'end' })
  }, [error, isWaiting])
  return form
}

function sendLabel(error: Error | null, waitSeconds: number): string {
  if (waitSeconds > 0) return `Send in ${waitSeconds} s`
  return error ? 'Send again' : 'Send report'
}

/** Recipient of the report and the reporter's name. */
function Where() {
  const { user } = useSession()
  const who = useOperator()
  return (
    <p className="dialog-text">
      Only {who} can see it.{' '}
      {user ? 'Your address is sent with it.' : 'You stay anonymous.'}
    </p>
  )
}

type TextInputProps = Pick<ReportDialogProps, 'network' | 'draft' | 'onDraft'> & {
  fault: string | undefined
}

function TextInput({ network, draft, onDraft, fault }: TextInputProps) {
  return (
    <>
      <TextArea
        label="In your own words"
        aside={`${formatCount(countCharacters(draft.text))} of ${formatCount(MAX_REPORT_CHARACTERS)}`}
        hint={draft.category === 'other' ? '' : 'Optional: a link or two helps.'}
        error={fault}
        rows={4}
        value={draft.text}
        onChange={(event) => onDraft({ ...draft, text: event.target.value })}
      />
      <p className="small muted report-next">
        Every report is read, and the collection may be blocked here. Its contract on{' '}
        {network.name} stays as it is. Sending again replaces your earlier report.
      </p>
    </>
  )
}

function Categories({
  draft,
  onDraft,
  fault,
}: Pick<ReportDialogProps, 'draft' | 'onDraft'> & { fault: string | undefined }) {
  return (
    <fieldset
      className="report-categories"
      aria-describedby={fault ? 'report-category-fault' : undefined}
    >
      <legend>What is wrong?</legend>
      {categories.map(([category, title, text]) => (
        <label key={category}>
          <input
            type="radio"
            name="category"
            value={category}
            checked={draft.category === category}
            onChange={() => onDraft({ ...draft, category })}
          />
          <span>
            <b>{title}</b>
            <small>{text}</small>
          </span>
        </label>
      ))}
      {fault && (
        <div className="field">
          <FieldError id="report-category-fault">{fault}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

type TroubleProps = { error: Error | null; isOffline: boolean; waitSeconds: number }

/** Error of the last attempt; the input stays. */
function Trouble({ error, isOffline, waitSeconds }: TroubleProps) {
  const problem = error instanceof Problem ? error : undefined
  if (isOffline) {
    return (
      <div id="report-blocked">
        <Notice kind="warning" title="You are offline.">
          What you wrote stays here until you are back online.
        </Notice>
      </div>
    )
  }
  if (problem?.code === 'too_many_requests') {
    return (
      <div id="report-blocked">
        <Notice kind="warning" title="Too many reports from this connection.">
          {waitSeconds > 0
            ? 'What you wrote stays here until you can send it.'
            : 'You can send it now.'}
        </Notice>
      </div>
    )
  }
  if (!error || textFault(error)) return null
  return (
    <Notice kind="error" title="Your report was not sent.">
      {error.message} What you wrote is still here.
      {problem?.requestId && ` Request ${problem.requestId}.`}
    </Notice>
  )
}

function textFault(error: Error | null): string | undefined {
  return error instanceof Problem ? error.fields?.text?.[0] : undefined
}

function Sent({ network, onClose }: ReportDialogProps) {
  const answer = useRef<HTMLDivElement>(null)
  // The pressed button is gone.
  useEffect(() => answer.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={answer}>
      <Notice kind="success" title="Your report was received.">
        Thank you. It will be reviewed. You won’t get a reply; if the collection breaks
        the rules, it will be removed here. Its contract on {network.name} stays as it is.
      </Notice>
      <div className="report-choices">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

function Gone({ isBlocked, onClose }: { isBlocked: boolean; onClose: () => void }) {
  return (
    <>
      <Notice
        title={
          isBlocked
            ? 'This collection is already blocked here.'
            : 'This collection was removed.'
        }
      >
        There is nothing left to report.
      </Notice>
      <div className="report-choices">
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  )
}

function useOperator(): string {
  return useAppConfig().operator_name ?? 'the operator of this site'
}

import { useEffect, useRef } from 'react'
import type { Hex } from 'viem'
import { CallButton } from '../../../components/call/call-button.tsx'
import type { Call } from '../../../components/call/use-call.ts'
import { useNow } from '../../../lib/clock.ts'
import { Button } from '../../../ui/button.tsx'

/** Name under which the rows and terms of a new phase are kept. */
export const NEW_PHASE = 'new'

/** A list that is stored and can be added by one transaction. */
export type StoredNext = {
  data: string
  label: string
  summary: string
  /** Name of the phase that it adds or changes, under which its rows are kept. */
  phase: string
  /** Until when this site keeps it without its transaction, in ms. */
  keptUntil: number
}

export const noNext: StoredNext = {
  ...{ data: '', label: '', summary: '', phase: '', keptUntil: 0 },
}

type NextListPartProps = {
  next: StoredNext
  call: Call
  /** It was stored on this page just now, so that it gets the focus. */
  isNew: boolean
  onDiscard(): void
}

/** The new list that waits for its signature. */
export function NextListPart({ next, call, isNew, onDiscard }: NextListPartProps) {
  const part = useRef<HTMLElement>(null)
  const time = useNow(60_000)
  const isFurther = next.phase === NEW_PHASE
  const isOver = time !== undefined && time > next.keptUntil
  useEffect(() => {
    if (isNew) part.current?.focus()
  }, [isNew])
  return (
    <section
      className="change-part list-part"
      aria-label="New list"
      tabIndex={-1}
      ref={part}
    >
      <b>{isFurther ? next.label : 'Step 1 of 2: add the new list'}</b>
      <p className="small">
        {next.summary} It is valid once its transaction is confirmed, next to the lists in
        force.
      </p>
      <CallButton
        call={call}
        request={
          isOver
            ? null
            : {
                // Safe: the server encodes the call.
                data: next.data as Hex,
                label: next.label,
                done: isFurther ? 'Phase added' : 'Step 1 of 2 done: new list added',
              }
        }
        obstacle={
          isOver
            ? 'This site keeps an unsigned list for a day, and that day is over. Go back to its rows and store it again.'
            : undefined
        }
      >
        Sign the new list
      </CallButton>
      <Button look="plain" onClick={onDiscard}>
        Back to its rows
      </Button>
    </section>
  )
}

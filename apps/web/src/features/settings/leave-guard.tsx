import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Blocker = Parameters<RouterHistory['block']>[0]['blockerFn']

/** Asks before unsaved input is left behind: in the app by a dialog, else by the browser. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { history } = useRouter()
  const [isAsking, setAsking] = useState(false)
  const answer = useRef<(stays: boolean) => void>(undefined)

  useEffect(() => {
    if (!isDirty) return
    const ask = () =>
      new Promise<boolean>((resolve) => {
        // Going back once more while the question stands is no answer to it.
        answer.current?.(true)
        answer.current = resolve
        setAsking(true)
      })
    const blockerFn: Blocker = async ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && ask()
    return history.block({ blockerFn, enableBeforeUnload: true })
  }, [isDirty, history])

  const decide = (stays: boolean) => {
    setAsking(false)
    answer.current?.(stays)
    answer.current = undefined
  }
  return (
    <ConfirmDialog
      title="Leave without saving?"
      isOpen={isAsking}
      no="Stay"
      yes="Leave without saving"
      onNo={() => decide(true)}
      onYes={() => decide(false)}
    >
      What you changed here is not saved yet.
    </ConfirmDialog>
  )
}

import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Blocker = Parameters<RouterHistory['block']>[0]['blockerFn']

type LeaveGuardProps = {
  isDirty: boolean
  /** Tries to save first; the dialog is shown only if that fails. */
  save?: (() => Promise<boolean>) | undefined
}

/** Confirms leaving unsaved input: by a dialog within the app, else by the browser. */
export function LeaveGuard({ isDirty, save }: LeaveGuardProps) {
  const { history } = useRouter()
  const [isAsking, setAsking] = useState(false)
  const answer = useRef<(stays: boolean) => void>(undefined)

  useEffect(() => {
    if (!isDirty) return
    const confirmLeave = () =>
      new Promise<boolean>((resolve) => {
        // Pressing Back again while the dialog is open does not confirm it.
        answer.current?.(true)
        answer.current = resolve
        setAsking(true)
      })
    const blockerFn: Blocker = async ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      !(await save?.()) &&
      confirmLeave()
    return history.block({ blockerFn, enableBeforeUnload: true })
  }, [isDirty, history, save])

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
      Your changes here are not saved yet.
    </ConfirmDialog>
  )
}

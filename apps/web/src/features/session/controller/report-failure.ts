import { dialogs, openVerifyDialog, openWalletDialog } from '../../../lib/dialogs.ts'
import { unsavedInput } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.ts'
import { describeFailure, type Stage } from '../failures.ts'
import type { ControllerContext, EffectFor } from './context.ts'

/** Dispatches `failed` with a message for the user. */
export function dispatchFailure(
  { config, dispatch }: ControllerContext,
  attempt: number,
  stage: Stage,
  wallet: string,
  error: unknown,
): void {
  // biome-ignore lint/suspicious/noConsole: the cause helps debugging.
  console.warn(`sign-in failed at stage ${stage}`, error)
  const product = config.product_name
  const failure = describeFailure(error, { stage, wallet, product })
  dispatch({ type: 'failed', attempt, failure })
}

/** Shows a failure as a toast; an open dialog shows it as well. */
export function showFailure(
  { state }: ControllerContext,
  { failure, canRetry }: EffectFor<'show-failure'>,
): void {
  const isShown = dialogs.read() !== null && state.read().failure !== null
  toast('error', failure.title, {
    text: failure.text,
    ...(canRetry &&
      !isShown && {
        action: { label: 'Try again', onPress: () => openWalletDialog() },
      }),
  })
}

/**
 * Shows that the session has ended, unless a page with unsaved input shows its own
 * dialog.
 */
export function showSessionEnded(): void {
  if (unsavedInput.read()) return
  toast('info', 'Your session has ended.', {
    text: 'It was ended elsewhere, or not used for a day. Minting works without it.',
    action: { label: 'Sign in again', onPress: openVerifyDialog },
    stays: true,
  })
}

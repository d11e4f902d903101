import { demoWallet, wallets } from '@platemark/wallet/wallets'
import { dialogs, openVerifyDialog, openWalletDialog } from '../../../lib/dialogs.ts'
import { unsavedInput } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.ts'
import { describeFailure, type Stage } from '../failures.ts'
import type { ControllerContext, EffectFor } from './context.ts'

/** Tells the machine that a step went wrong, in words for the person. */
export function dispatchFailure(
  { config, dispatch }: ControllerContext,
  attempt: number,
  stage: Stage,
  wallet: string,
  error: unknown,
): void {
  // biome-ignore lint/suspicious/noConsole: What went wrong in detail is for whoever looks.
  console.warn(`Signing in failed (${stage}).`, error)
  const product = config.product_name
  const failure = describeFailure(error, { stage, wallet, product })
  dispatch({ type: 'failed', attempt, failure })
}

/** Shows a failure in a corner of the page; in the dialog, where one is open, it stands too. */
export function showFailure(
  { state }: ControllerContext,
  { failure, connector, canRetry }: EffectFor<'tell-failure'>,
): void {
  const isShown = dialogs.read() !== null && state.read().failure !== null
  const known = wallets.some(({ id }) => id === connector) || connector === demoWallet.id
  toast('error', failure.title, {
    text: failure.text,
    ...(canRetry &&
      known &&
      !isShown && {
        action: { label: 'Try again', onPress: () => openWalletDialog() },
      }),
  })
}

/** Says that the session has ended, unless a page with unsaved input says it by itself. */
export function showSessionEnded(): void {
  if (unsavedInput.read()) return
  toast('info', 'Your session has ended.', {
    text: 'It ends after a day without use. Minting works without it.',
    action: { label: 'Sign in again', onPress: openVerifyDialog },
    stays: true,
  })
}

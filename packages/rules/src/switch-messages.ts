/** Why a wallet did not switch its network. */
export type SwitchFailure =
  | { kind: 'declined' }
  /** The wallet already shows a request. */
  | { kind: 'pending' }
  /** The wallet did not answer in time; it may still switch. */
  | { kind: 'unanswered' }
  /** The wallet answered, and stayed on its network. */
  | { kind: 'unchanged' }
  /** The wallet works on other networks only. */
  | { kind: 'unsupported' }
  /** `words`: the wallet's own, on one line, or null. */
  | { kind: 'unknown'; words: string | null }

type SwitchNames = {
  wallet: string
  /** The network that was requested. */
  network: string
  /** The network of the wallet, like "Harbour", or "its network" where it has no name. */
  from: string
  /** Part that shows the message; it updates when the wallet switches later. */
  place: 'page' | 'panel'
}

/** Returns why a wallet did not switch, without a way on; for a dialog that has its own. */
export function switchReasonMessage(
  failure: SwitchFailure,
  { wallet }: Pick<SwitchNames, 'wallet'>,
): string {
  switch (failure.kind) {
    case 'declined':
      return `You closed the request in ${wallet}.`
    case 'pending':
      return `${wallet} already has a request open. Answer it there.`
    case 'unanswered':
      return `${wallet} has not answered. Open it and look for a request, or try again.`
    case 'unchanged':
      return `${wallet} answered, but did not switch.`
    case 'unsupported':
      return `${wallet} does not work on this network. Use another wallet for it.`
    case 'unknown':
      return failure.words
        ? `${wallet} could not switch: ${failure.words.replace(/\.$/, '')}.`
        : `${wallet} could not switch and gave no reason.`
  }
}

/** Returns why a wallet did not switch, and how it can be done by hand. */
export function switchFailureMessage(failure: SwitchFailure, names: SwitchNames): string {
  const { wallet, network, from, place } = names
  const reason = switchReasonMessage(failure, names)
  if (failure.kind === 'unsupported') return `${reason} Your wallet stayed on ${from}.`
  if (failure.kind === 'unanswered')
    return `${reason} This ${place} will notice if it switches later.`
  return `${reason} Your wallet stayed on ${from}. Choose ${network} in ${wallet} and this ${place} will notice.`
}

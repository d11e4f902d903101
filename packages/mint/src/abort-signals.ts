/**
 * Returns a signal that aborts with the first of several, for its reason:
 * `AbortSignal.any`, which Safari below 17.4 and Chrome below 116 lack.
 */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const control = new AbortController()
  const { signal } = control
  for (const one of signals) {
    if (one.aborted) {
      control.abort(one.reason)
      break
    }
    // Listeners on signals of long life are removed with the first abort.
    one.addEventListener('abort', () => control.abort(one.reason), { signal })
  }
  return signal
}

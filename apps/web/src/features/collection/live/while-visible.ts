/**
 * Calls `begin` whenever the page is visible, with a signal that aborts as soon as it is
 * hidden, frozen or kept for the back button. Returns a function that stops it.
 *
 * A hidden page must hold nothing that other pages wait for: over HTTP/1.1 a browser has
 * six connections to a server, for all of its tabs together.
 */
export function whileVisible(begin: (hidden: AbortSignal) => void): () => void {
  let visible: AbortController | undefined
  const leave = () => {
    visible?.abort()
    visible = undefined
  }
  const look = () => {
    if (document.hidden) return leave()
    if (visible) return
    visible = new AbortController()
    begin(visible.signal)
  }
  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('visibilitychange', look, { signal })
  document.addEventListener('freeze', leave, { signal })
  document.addEventListener('resume', look, { signal })
  addEventListener('pagehide', leave, { signal })
  addEventListener('pageshow', look, { signal })
  look()
  return () => {
    listening.abort()
    leave()
  }
}

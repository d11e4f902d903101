/** Whether this browser knows that it has no connection; a server that paints knows of none. */
export function isOffline(): boolean {
  return navigator.onLine === false
}

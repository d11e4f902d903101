/**
 * Ref of a part that may be wider than its frame: it can be focused while it scrolls sideways, so
 * that arrow keys reach all of it, and is no stop of the Tab key otherwise.
 */
export function focusWhileScrollable(element: HTMLElement | null) {
  if (!element) return
  const observer = new ResizeObserver(() => {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  })
  observer.observe(element)
  return () => observer.disconnect()
}

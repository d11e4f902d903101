import { type RefObject, useEffect } from 'react'

/** Scrolls an element by dragging it with a mouse or pen; fingers scroll it without this. */
export function useDragging(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = target.current
    if (!element) return
    const onMove = (event: PointerEvent) => {
      element.scrollLeft -= event.movementX
      element.scrollTop -= event.movementY
    }
    const onUp = () => element.removeEventListener('pointermove', onMove)
    const onDown = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || event.button !== 0) return
      element.setPointerCapture(event.pointerId)
      element.addEventListener('pointermove', onMove)
    }
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('pointerup', onUp)
    element.addEventListener('pointercancel', onUp)
    return () => {
      onUp()
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointerup', onUp)
      element.removeEventListener('pointercancel', onUp)
    }
  }, [target])
}

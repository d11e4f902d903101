import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fitSize, stepZoom } from './zoom.ts'

type Size = { width: number; height: number }

/**
 * Zoom of the picture on a stage. `measure` takes the picture once it has loaded; `size` is its
 * size in px, none before that. The middle of the stage stays where it is when the zoom changes.
 */
export function useStage(stage: RefObject<HTMLDivElement | null>) {
  const [zoom, setZoom] = useState(1)
  const [picture, setPicture] = useState<Size>()
  const room = useRoom(stage)
  const middle = useRef<[number, number]>([0.5, 0.5])

  const zoomTo = (next: number) => {
    const element = stage.current
    if (element) {
      const { scrollLeft, scrollTop, scrollWidth, scrollHeight } = element
      middle.current = [
        (scrollLeft + element.clientWidth / 2) / scrollWidth,
        (scrollTop + element.clientHeight / 2) / scrollHeight,
      ]
    }
    setZoom(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture has the size of this zoom.
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const [left, top] = middle.current
    element.scrollLeft = left * element.scrollWidth - element.clientWidth / 2
    element.scrollTop = top * element.scrollHeight - element.clientHeight / 2
  }, [stage, zoom])

  const latest = useRef({ zoom, zoomTo })
  latest.current = { zoom, zoomTo }
  useEffect(() => {
    const element = stage.current
    // React listens to wheels passively, which would zoom the page as well.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const now = latest.current
      now.zoomTo(stepZoom(now.zoom, event.deltaY < 0 ? 1 : -1))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [stage])

  const fit = picture && room && fitSize(picture, room)
  return {
    zoom,
    zoomTo,
    size: fit && { width: fit.width * zoom, height: fit.height * zoom },
    measure: ({ naturalWidth, naturalHeight }: HTMLImageElement) =>
      setPicture({ width: naturalWidth || 1, height: naturalHeight || 1 }),
  }
}

/** Size in px of a stage without its scroll bars; it follows the window. */
function useRoom(stage: RefObject<HTMLDivElement | null>): Size | undefined {
  const [room, setRoom] = useState<Size>()
  useEffect(() => {
    const read = () => {
      const { offsetWidth = 1, offsetHeight = 1 } = stage.current ?? {}
      setRoom({ width: offsetWidth, height: offsetHeight })
    }
    read()
    addEventListener('resize', read)
    return () => removeEventListener('resize', read)
  }, [stage])
  return room
}

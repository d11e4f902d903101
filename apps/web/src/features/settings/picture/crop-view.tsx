import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { type Crop, cropSide, moved, zoomed, zoomLimits } from './crop.ts'
import { drawCrop } from './picture-file.ts'

type CropViewProps = {
  picture: ImageBitmap
  crop: Crop
  onChange: (change: (crop: Crop) => Crop) => void
  isStill: boolean
}

/** Canvas pixels; on screen it is half as wide, or less. */
const viewSide = 720
/** Inset of the circle, as a share of the side. */
const margin = 1 / 16

/** Picture under the circle: dragged, or moved by keys. */
export function CropView({ picture, crop, onChange, isStill }: CropViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const last = useRef({ x: 0, y: 0 })
  useLayoutEffect(() => {
    if (canvas.current) drawView(canvas.current, picture, crop)
  }, [picture, crop])
  // The browser reads it when it opens the dialog; React would focus too early.
  useLayoutEffect(() => view.current?.setAttribute('autofocus', ''), [])
  useEffect(() => listenToWheel(view.current, picture, onChange), [picture, onChange])

  const grab = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent) => {
    currentTarget.setPointerCapture(pointerId)
    last.current = { x: clientX, y: clientY }
  }
  const drag = ({ buttons, clientX, clientY, currentTarget }: PointerEvent) => {
    if (isStill || buttons !== 1) return
    const side = currentTarget.clientWidth * (1 - 2 * margin)
    const { x, y } = last.current
    last.current = { x: clientX, y: clientY }
    onChange((now) => moved(picture, now, (x - clientX) / side, (y - clientY) / side))
  }
  const press = (event: KeyboardEvent) => {
    const act = isStill ? undefined : actOf(event)
    if (!act) return
    event.preventDefault()
    onChange((now) => act(picture, now))
  }
  return (
    <div
      className="crop"
      ref={view}
      role="application"
      aria-label="Part of the picture that is shown"
      aria-describedby="crop-hint"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application handles keys.
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={drag}
    >
      <canvas ref={canvas} width={viewSide} height={viewSide} />
    </div>
  )
}

/** Preview of the crop as other pages show it. */
export function CropPreview({
  picture,
  crop,
  size,
}: {
  picture: ImageBitmap
  crop: Crop
  size: number
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])
  return (
    <canvas
      ref={canvas}
      className="crop-preview"
      width={size * 2}
      height={size * 2}
      style={{ width: size, height: size }}
    />
  )
}

function drawView(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop) {
  const context = canvas.getContext('2d')
  if (!context) return
  const side = cropSide(picture, crop)
  const scale = (viewSide * (1 - 2 * margin)) / side
  const left = viewSide * margin - (crop.x - side / 2) * scale
  const top = viewSide * margin - (crop.y - side / 2) * scale
  context.clearRect(0, 0, viewSide, viewSide)
  context.drawImage(picture, left, top, picture.width * scale, picture.height * scale)
}

type Act = (picture: ImageBitmap, crop: Crop) => Crop

function actOf({ key, shiftKey }: KeyboardEvent): Act | undefined {
  const step = shiftKey ? 0.1 : 0.02
  const move =
    (right: number, down: number): Act =>
    (picture, crop) =>
      moved(picture, crop, right * step, down * step)
  const zoom =
    (by: number): Act =>
    (picture, crop) =>
      zoomed(picture, crop, crop.zoom + by)
  // Arrow keys move the picture, so the crop moves the other way.
  const acts: Record<string, Act> = {
    ArrowLeft: move(1, 0),
    ArrowRight: move(-1, 0),
    ArrowUp: move(0, 1),
    ArrowDown: move(0, -1),
    '+': zoom(zoomLimits.step),
    '=': zoom(zoomLimits.step),
    '-': zoom(-zoomLimits.step),
  }
  return acts[key]
}

/** Adds a native listener: React's is passive and cannot prevent scrolling. */
function listenToWheel(
  element: HTMLElement | null,
  picture: ImageBitmap,
  onChange: CropViewProps['onChange'],
) {
  const turn = (event: WheelEvent) => {
    event.preventDefault()
    onChange((now) => zoomed(picture, now, now.zoom - event.deltaY / 500))
  }
  element?.addEventListener('wheel', turn, { passive: false })
  return () => element?.removeEventListener('wheel', turn)
}

import './crop.css'
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { type Crop, cropSize, drawCrop, moved, zoomed, zoomLimits } from './crop.ts'

type CropViewProps = {
  picture: ImageBitmap
  crop: Crop
  onChange: (change: (crop: Crop) => Crop) => void
  isStill: boolean
  /** Width over height. */
  aspect: number
  /** Shows the crop as a circle. */
  isRound?: boolean
}

/** Canvas pixels; on screen it is half as wide, or less. */
const viewSide = 720
/** Inset of the frame, as a share of the width. */
const margin = 1 / 16

/** Picture under the frame: dragged, or moved by keys. */
export function CropView({
  picture,
  crop,
  onChange,
  isStill,
  aspect,
  isRound = false,
}: CropViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const last = useRef({ x: 0, y: 0 })
  useLayoutEffect(() => {
    if (canvas.current) drawView(canvas.current, picture, { crop, aspect })
  }, [picture, crop, aspect])
  // The browser reads it when it opens the dialog; React would focus too early.
  useLayoutEffect(() => view.current?.setAttribute('autofocus', ''), [])
  useEffect(
    () => listenToWheel(view.current, { picture, onChange, aspect }),
    [picture, onChange, aspect],
  )

  const grab = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent) => {
    currentTarget.setPointerCapture(pointerId)
    last.current = { x: clientX, y: clientY }
  }
  const drag = ({ buttons, clientX, clientY, currentTarget }: PointerEvent) => {
    if (isStill || buttons !== 1) return
    const side = currentTarget.clientWidth * (1 - 2 * margin)
    const right = (last.current.x - clientX) / side
    const down = ((last.current.y - clientY) / side) * aspect
    last.current = { x: clientX, y: clientY }
    onChange((now) => moved(picture, now, { right, down, aspect }))
  }
  const press = (event: KeyboardEvent) => {
    const act = isStill ? undefined : actOf(event)
    if (!act) return
    event.preventDefault()
    onChange((now) => act(picture, now, aspect))
  }
  return (
    <div
      className={isRound ? 'crop round' : 'crop'}
      style={{ aspectRatio: aspect }}
      ref={view}
      role="application"
      aria-label="Visible part of the picture"
      aria-describedby="crop-hint"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application handles keys.
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={drag}
    >
      <canvas ref={canvas} width={viewSide} height={Math.round(viewSide / aspect)} />
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

function drawView(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  { crop, aspect }: { crop: Crop; aspect: number },
) {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width } = cropSize(picture, crop, aspect)
  const scale = (canvas.width * (1 - 2 * margin)) / width
  const left = canvas.width / 2 - crop.x * scale
  const top = canvas.height / 2 - crop.y * scale
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, left, top, picture.width * scale, picture.height * scale)
}

type Act = (picture: ImageBitmap, crop: Crop, aspect: number) => Crop

function actOf({ key, shiftKey }: KeyboardEvent): Act | undefined {
  const step = shiftKey ? 0.1 : 0.02
  const move =
    (right: number, down: number): Act =>
    (picture, crop, aspect) =>
      moved(picture, crop, { right: right * step, down: down * step, aspect })
  const zoom =
    (by: number): Act =>
    (picture, crop, aspect) =>
      zoomed(picture, crop, crop.zoom + by, aspect)
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
  {
    picture,
    onChange,
    aspect,
  }: { picture: ImageBitmap; onChange: CropViewProps['onChange']; aspect: number },
) {
  const turn = (event: WheelEvent) => {
    event.preventDefault()
    onChange((now) => zoomed(picture, now, now.zoom - event.deltaY / 500, aspect))
  }
  element?.addEventListener('wheel', turn, { passive: false })
  return () => element?.removeEventListener('wheel', turn)
}

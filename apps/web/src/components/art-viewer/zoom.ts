/** Steps of the full-screen view, as multiples of the size at which the picture fits. */
const STEPS = [1, 1.5, 2, 3, 4, 6, 8]

/** Returns the next step above (`1`) or below (`-1`) a zoom, or the last one on that side. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const further =
    direction === 1
      ? STEPS.find((step) => step > zoom)
      : STEPS.findLast((step) => step < zoom)
  return further ?? zoom
}

type Size = { width: number; height: number }

/** Returns the largest size in px at which a picture fits a stage whole, with its ratio kept. */
export function fitSize(picture: Size, stage: Size): Size {
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height)
  return {
    width: Math.floor(picture.width * scale),
    height: Math.floor(picture.height * scale),
  }
}

import { at, line, type Point, polyline } from '@platemark/plates/pen'

/** Returns a rectangle as a closed path. */
export function box(x: number, y: number, width: number, height: number): string {
  return `M${at(x)} ${at(y)}h${at(width)}v${at(height)}h${at(-width)}z`
}

/** Returns an upright ellipse as a closed path. */
export function oval(x: number, y: number, rx: number, ry: number): string {
  const [a, b] = [at(rx), at(ry)]
  return `M${at(x - rx)} ${at(y)}a${a} ${b} 0 1 0 ${at(2 * rx)} 0a${a} ${b} 0 1 0 ${at(-2 * rx)} 0z`
}

/** Draws level lines from `top` to `bottom`, closer at the top, as water or flat land appears. */
export function levels(
  top: number,
  bottom: number,
  count: number,
  ink: string,
  width: number,
): string {
  let path = ''
  for (let i = 0; i < count; i++) {
    path += `M0 ${at(top + (bottom - top) * ((i + 0.5) / count) ** 1.6)}H100`
  }
  return line(path, ink, width)
}

/** Draws a hatch of slanted lines within a box. */
export function hatch(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  gap: number,
  ink: string,
  stroke: number,
): string {
  let path = ''
  for (let t = gap; t < width + height; t += gap) {
    const fromX = x + Math.min(t, width)
    const fromY = y + Math.max(0, t - width)
    const toX = x + Math.max(0, t - height)
    const toY = y + Math.min(t, height)
    path += `M${at(fromX)} ${at(fromY)}L${at(toX)} ${at(toY)}`
  }
  return line(path, ink, stroke)
}

/** Returns a path of points of a function over the width of the sheet. */
export function curve(of: (x: number) => number, step = 4): string {
  const points: Point[] = []
  for (let x = -4; x <= 104; x += step) points.push([x, of(x)])
  return polyline(points)
}

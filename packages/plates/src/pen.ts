/** SVG pieces that the families share. Coordinates have one decimal, which bounds the size. */

export type Point = readonly [x: number, y: number]

/** Formats a coordinate as short as possible. */
export function at(value: number): string {
  return String(+value.toFixed(1))
}

/** Returns a stroked path. */
export function line(path: string, ink: string, width: number): string {
  return `<path d="${path}" stroke="${ink}" stroke-width="${+width.toFixed(2)}"/>`
}

/** Returns a filled path without a stroke. */
export function solid(path: string, ink: string): string {
  return `<path d="${path}" stroke="none" fill="${ink}"/>`
}

/** Returns a path through `points`, open until `z` is appended. */
export function polyline(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${at(x)} ${at(y)}`).join('L')}`
}

/** Returns a circle as a closed path. */
export function disc(x: number, y: number, radius: number): string {
  const r = at(radius)
  return `M${at(x - radius)} ${at(y)}a${r} ${r} 0 1 0 ${at(2 * radius)} 0a${r} ${r} 0 1 0 ${at(-2 * radius)} 0z`
}

/** Rotates `content` by `degrees` around a point, by default the middle of the plate. */
export function turned(degrees: number, content: string, x = 50, y = 50): string {
  return `<g transform="rotate(${at(degrees)} ${at(x)} ${at(y)})">${content}</g>`
}

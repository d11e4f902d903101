import { Problem } from '@platemark/api/problem'

/** Requested part of a file, in bytes from 0: from `first` to `last` included, or the end. */
export type ByteRange = { first: number; last?: number | undefined } | { suffix: number }

/** Part of a file of known size, from `first` to `last` included. */
export type ResolvedRange = { first: number; last: number }

/**
 * Parses a `Range` header of one part (RFC 9110, 14.2). Undefined for several parts, other
 * units and wrong syntax: a server may then send the whole file.
 */
export function parseByteRange(header: string | undefined): ByteRange | undefined {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '')
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '') return last === '' ? undefined : { suffix: Number(last) }
  if (last === '') return { first: Number(first) }
  const isOrdered = Number(first) <= Number(last)
  return isOrdered ? { first: Number(first), last: Number(last) } : undefined
}

/**
 * Returns the part that a file of `size` bytes has of `range`. Throws
 * `UnsatisfiableRangeError`.
 */
export function resolveByteRange(range: ByteRange, size: number): ResolvedRange {
  const end = size - 1
  const part =
    'suffix' in range
      ? { first: Math.max(0, size - range.suffix), last: end }
      : { first: range.first, last: Math.min(range.last ?? end, end) }
  if (part.first > part.last) throw new UnsatisfiableRangeError(size)
  return part
}

/** Problem of a range that a file of `size` bytes does not have. */
export class UnsatisfiableRangeError extends Problem {
  readonly size: number

  constructor(size: number) {
    super('range_not_satisfiable', undefined, { data: { size } })
    this.size = size
  }
}

import type { Attribute, RowTrait } from './work-types.ts'

/** How the values of a trait are read. A date is a day as 2026-12-03. */
export type TraitKind = 'text' | 'integer' | 'decimal' | 'boolean' | 'date'

const DISPLAY_TYPES = ['number', 'date', 'boost_number', 'boost_percentage'] as const

/**
 * Returns the kind that all values of a trait share. Values of sheets are texts: they are
 * numbers only if they read the same as numbers, so 007 and 1.50 stay texts.
 */
export function detectTraitKind(values: Iterable<string | number | boolean>): TraitKind {
  let kind: TraitKind | undefined
  for (const value of values) {
    const one = kindOfValue(value)
    if (kind === undefined || kind === one) kind = one
    else if (isNumeric(kind) && isNumeric(one)) kind = 'decimal'
    else return 'text'
  }
  return kind ?? 'text'
}

function isNumeric(kind: TraitKind): boolean {
  return kind === 'integer' || kind === 'decimal'
}

function kindOfValue(value: string | number | boolean): TraitKind {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'decimal'
  if (/^(true|false)$/i.test(value)) return 'boolean'
  if (/^-?\d{1,15}(\.\d{1,15})?$/.test(value) && String(Number(value)) === value) {
    return value.includes('.') ? 'decimal' : 'integer'
  }
  return readDay(value) === undefined ? 'text' : 'date'
}

/** Returns the unix seconds of a day in UTC; undefined for a text that is none. */
function readDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const time = Date.parse(`${text}T00:00:00Z`)
  // Engines that accept 31 February move it into March.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  return isDay ? time / 1000 : undefined
}

/**
 * Returns the attribute of a value of a sheet whose trait has this kind, or of a value of
 * JSON, which keeps its own type. Undefined: its display type does not fit.
 */
export function toAttribute(
  trait: RowTrait & { value: string | number | boolean },
  kind: TraitKind,
  origin: 'sheet' | 'json' | 'files',
): Attribute | undefined {
  const { name: trait_type, value, display_type } = trait
  if (display_type !== undefined) {
    const known = DISPLAY_TYPES.find((one) => one === display_type)
    const isFit =
      known !== undefined && typeof value === 'number' && Number.isFinite(value)
    return isFit ? { trait_type, value, display_type: known } : undefined
  }
  if (origin === 'json' || typeof value !== 'string') return { trait_type, value }
  if (kind === 'boolean') return { trait_type, value: value.toLowerCase() === 'true' }
  if (isNumeric(kind)) return { trait_type, value: Number(value) }
  const day = kind === 'date' ? readDay(value) : undefined
  if (day === undefined) return { trait_type, value }
  return { trait_type, value: day, display_type: 'date' }
}

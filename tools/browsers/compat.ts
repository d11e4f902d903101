import data from '@mdn/browser-compat-data' with { type: 'json' }
import type { Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { MIN_BROWSERS } from '@platemark/bundle/browsers'

export const { api, css, javascript } = data
/** Globals of the language, with their members. */
export const builtins: Record<string, Identifier> = javascript.builtins ?? {}

/** A feature of the compatibility data, with its child features. */
export type Feature = Identifier | undefined

/**
 * Returns the least browsers that lack a feature, with the version that has it; none for
 * one that the data does not know. Partial support counts as support.
 */
export function lackingBrowsers(feature: Feature): string[] {
  const support = feature?.__compat?.support
  if (!support) return []
  return Object.entries(MIN_BROWSERS).flatMap(([browser, version]) => {
    // Safe: the names of `MIN_BROWSERS` are those of the data.
    const statement = support[browser as keyof typeof MIN_BROWSERS]
    if (!statement) return []
    const statements = Array.isArray(statement) ? statement : [statement]
    if (statements.some((one) => isSupported(one, version))) return []
    const added = statements.find(({ version_added }) => version_added)?.version_added
    return [`${browser} ${added ? `below ${added}` : 'of every version'}`]
  })
}

export const isLacking = (feature: Feature) => lackingBrowsers(feature).length > 0

function isSupported(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added, version_removed, flags, prefix, alternative_name } = statement
  return (
    !flags &&
    !prefix &&
    !alternative_name &&
    isReached(version_added, version) &&
    !isReached(version_removed, version)
  )
}

/** Returns whether `version` is at least `wanted`, such as `17.4` or `≤72`. */
function isReached(
  wanted: string | boolean | null | undefined,
  version: string,
): boolean {
  if (typeof wanted !== 'string' || wanted === 'preview') return false
  const [major = 0, minor = 0] = parts(version)
  const [wantedMajor = 0, wantedMinor = 0] = parts(wanted.replace('≤', ''))
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}

const parts = (version: string) => version.split('.').map(Number)

/** Use of a feature that a least browser lacks. */
export type Finding = {
  /** Such as `AbortSignal.any`, `.toSorted()` or `light-dark()`. */
  feature: string
  file: string
  /** The text around it. */
  near: string
  lacking: string[]
}

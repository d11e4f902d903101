import type { Finding } from './compat.ts'

type AllowedUse = {
  feature: string
  /** Text that must stand near each use, such as its guard; absent: any use. */
  near?: RegExp
  /** What happens in a browser without it. */
  reason: string
}

/** Uses that do no harm in a least browser without the feature. */
const allowedUses: AllowedUse[] = [
  {
    feature: 'navigator.share',
    near: /[`'"]share[`'"]\s*in navigator|navigator\.canShare/,
    reason: 'Asked for before: the link is copied instead.',
  },
  {
    feature: 'navigator.canShare',
    near: /\w+&&navigator\.canShare\(/,
    reason:
      'Only with a picture, which is loaded where it exists: the link is shared without.',
  },
  {
    feature: 'navigator.connection',
    near: /navigator\.connection&&|connection\?\./,
    reason: 'Asked for before.',
  },
  {
    feature: 'document.startViewTransition',
    near: /return document\.startViewTransition\(\w+\)\.updateCallbackDone/,
    reason: 'The router asks for it before: the page changes without a transition.',
  },
  {
    feature: 'navigation',
    near: /react-transition|navigation\.(?:transition|addEventListener|removeEventListener)/,
    reason: 'React asks `typeof navigation` before.',
  },
  {
    feature: 'setImmediate',
    near: /typeof setImmediate/,
    reason: "React's scheduler asks for it before.",
  },
  {
    feature: 'mask-image',
    reason: 'Ignored: the bar of a phase that goes on ends without a fade.',
  },
  {
    feature: 'keepalive of fetch',
    reason: 'Ignored: a log-out is lost only when its tab closes at once.',
  },
  {
    feature: 'resizeQuality of createImageBitmap',
    reason: 'Ignored: the picture is a little less smooth.',
  },
  {
    feature: '.startViewTransition()',
    reason:
      'A method of the router; React calls it inside try, for a component not used.',
  },
  {
    feature: '.skipTransition()',
    reason: 'React calls it on the transitions that it started, of a component not used.',
  },
  {
    feature: '.toArray()',
    near: /\.Children\.toArray\(/,
    reason: "React's function for children, not that of iterators.",
  },
  { feature: 'cursor: help', reason: 'Ignored: phones have no pointer to change.' },
  {
    feature: 'break-after: avoid',
    reason: 'Ignored: a printed heading may stand alone at the end of a sheet.',
  },
  { feature: '.createContext()', reason: "React's own function of this name." },
  { feature: '.isValid()', reason: 'A method of the fields of @noble/curves.' },
  {
    feature: 'Error.captureStackTrace',
    near: /captureStackTrace[`'"]\s*in Error\?/,
    reason: 'zod asks for it before.',
  },
  {
    feature: 'Uint8Array.fromHex',
    near: /if\(\w+\)return Uint8Array\.fromHex/,
    reason: '@noble/hashes asks for it before.',
  },
  { feature: '.toHex()', reason: '@noble: asked for before, or a method of its points.' },
  { feature: '.fromHex()', reason: 'A function of the points of @noble/curves.' },
  { feature: '.take()', reason: 'Own methods; the one of an iterator is found as such.' },
  { feature: '.use()', reason: "React's own function of this name." },
  { feature: 'text-wrap', reason: 'Lines break as usual.' },
  { feature: 'scrollbar-width', reason: '`::-webkit-scrollbar` stands beside it.' },
  {
    feature: '@media scripting',
    reason: 'It reserves room for parts that load later; without it the page moves once.',
  },
  {
    feature: 'user-select',
    reason: 'The compiler writes `-webkit-user-select` beside it.',
  },
  { feature: 'resize', reason: 'A phone has no handle to drag.' },
  ...allow(
    'The rule has no other selector, and no transition happens.',
    [':view-transition-group', ':view-transition-old', ':view-transition-new'],
    /^[^,]*::view-transition[^,]*(?:,[^,]*::view-transition[^,]*)*$/,
  ),
  ...allow(
    'Every browser parses `::-webkit-` selectors, by the Compatibility Standard.',
    [
      ...[':-webkit-search-cancel-button', ':-webkit-inner-spin-button'],
      ...[':-webkit-progress-bar', ':-webkit-progress-value', ':-webkit-scrollbar'],
    ],
  ),
  {
    feature: ':-moz-progress-bar',
    reason: 'Firefox draws its progress bars by it; other engines drop this rule alone.',
  },
  { feature: 'font-family: ui-sans-serif', reason: 'Other families follow it.' },
  ...allow('A phone shows no pointer.', [
    ...['cursor: pointer', 'cursor: not-allowed', 'cursor: progress', 'cursor: zoom-in'],
    ...['cursor: grab', 'cursor: grabbing', 'cursor: default'],
  ]),
]

/** Allows several features for the same reason. */
function allow(reason: string, features: string[], near?: RegExp): AllowedUse[] {
  return features.map((feature) => ({ feature, reason, ...(near && { near }) }))
}

/** Returns the findings that nothing allows, and the allowed uses that nothing needs. */
export function applyAllowedUses(
  findings: Finding[],
  allowed: AllowedUse[] = allowedUses,
): { refused: Finding[]; unused: AllowedUse[] } {
  const isAllowed = (use: AllowedUse, { feature, near }: Finding) =>
    use.feature === feature && (use.near?.test(near) ?? true)
  return {
    refused: findings.filter(
      (finding) => !allowed.some((use) => isAllowed(use, finding)),
    ),
    unused: allowed.filter((use) => !findings.some((finding) => isAllowed(use, finding))),
  }
}

/**
 * Least versions of the browsers that pages and mint component are built for, held by
 * `tools/check-browsers.ts`; the names are those of @mdn/browser-compat-data.
 */
export const MIN_BROWSERS = {
  chrome: '111',
  edge: '111',
  safari: '16.4',
  safari_ios: '16.4',
  firefox: '128',
} as const

/** The same versions as targets of the compiler, for scripts and styles. */
export const browserTargets = Object.entries(MIN_BROWSERS).map(
  ([name, version]) => `${name === 'safari_ios' ? 'ios' : name}${version}`,
)

/** Sentence shown below those versions. */
export const oldBrowserSentence = `This browser is too old for this site, and parts of it do not work. Use Chrome or Edge ${MIN_BROWSERS.chrome}, Safari ${MIN_BROWSERS.safari}, Firefox ${MIN_BROWSERS.firefox}, or a later version.`

/**
 * Expressions that each of those versions evaluates to true, and the versions before at
 * least one of them to false. Written in the syntax of 2009.
 */
export const browserTests = {
  /** Without them the styles are wrong: Chrome 111; Safari 16.4 and Firefox 128. */
  styles: [
    "window.CSS && CSS.supports && CSS.supports('color', 'color-mix(in srgb, red, red)')",
    'window.CSS && CSS.registerProperty',
  ],
  /** Without it the scripts stop, because they use it: Chrome 110, Safari 16.0. */
  scripts: ['Array.prototype.toSorted'],
}

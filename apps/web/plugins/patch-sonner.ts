import type { Plugin } from 'vite'

/**
 * Removes the style element that sonner inserts on import, which the content security
 * policy blocks.
 */
export function patchSonner(): Plugin {
  return {
    name: 'quiet-sonner',
    enforce: 'pre',
    transform(code, id) {
      if (!/sonner[\\/]dist[\\/]index\.mjs/.test(id)) return null
      const quiet = code.replace(/^__insertCSS\(".*"\);?$/m, '')
      if (quiet === code) this.error('sonner changed: its __insertCSS call was not found')
      return { code: quiet, map: null }
    },
  }
}

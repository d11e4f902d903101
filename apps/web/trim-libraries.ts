import type { Plugin } from 'vite'

/** Takes out of libraries what this app does without; fails when they no longer have it. */
export function trimLibraries(): Plugin[] {
  return [quietSonner(), ownLinks(), bareMarks()]
}

/** Takes out the style element that sonner adds when it is loaded: the policy refuses it. */
function quietSonner(): Plugin {
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

/**
 * Every route of the router holds on to its link component. Ours is `ui/link.tsx`, so routes
 * are cut loose from it. Saves two kilobytes of the first view.
 */
function ownLinks(): Plugin {
  return {
    name: 'own-links',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/react-router[\\/]dist[\\/]esm[\\/]route\.js/.test(id)) return null
      const loose = code.replace(
        /^import \{ Link \} from "\.\/link\.js";$/m,
        'const Link = "a";',
      )
      if (loose === code) this.error('The router changed: routes do not import its link.')
      return { code: loose, map: null }
    },
  }
}

/**
 * React marks what it throws to itself with errors that it makes while it is read, inside one
 * function that holds all of it. Where somebody records errors (developer tools, Lighthouse), V8
 * reads that function once more to know their lines: 45 ms of 60. Marks need no trace.
 */
function bareMarks(): Plugin {
  return {
    name: 'bare-marks',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/react-dom[\\/]cjs[\\/]react-dom-client\.production\.js/.test(id)) return null
      let count = 0
      const bare = code.replace(
        /^((?:var)? +\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/gm,
        (_, declared: string, message: string) => {
          count += 1
          return `${declared}Object.create(Error.prototype, { message: { value: ${message} } })`
        },
      )
      if (count !== 5) this.error(`React changed: ${count} of its 5 marks were found`)
      return { code: bare, map: null }
    },
  }
}

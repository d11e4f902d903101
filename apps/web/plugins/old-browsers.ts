import { browserTests, oldBrowserSentence } from '@platemark/bundle/browsers'
import type { Plugin } from 'vite'

/** Fills the placeholder of index.html with the script below, in development too. */
export function oldBrowsers(): Plugin {
  return {
    name: 'old-browsers',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        if (!html.includes('<!--browsers-->')) {
          throw new Error('index.html has no <!--browsers--> placeholder')
        }
        return html.replace('<!--browsers-->', oldBrowserScript)
      },
    },
  }
}

/**
 * Returns the inline script that shows a sentence above the server-rendered page in a
 * browser below the least versions, which stays readable: where the app cannot run,
 * `window.isOldBrowser` keeps it from starting. It must parse in every browser, so it is
 * written in the syntax of 2009, and its bar needs no stylesheet.
 */
function oldBrowserScript(): string {
  const { styles, scripts } = browserTests
  const all = (tests: string[]) => tests.map((test) => `(${test})`).join(' && ')
  return `<script>
(function () {
  var canRun = ${all(scripts)}
  if (canRun && ${all(styles)}) return
  if (!canRun) {
    window.isOldBrowser = true
    // No app will take the buttons pressed early.
    if (window.early) removeEventListener('click', window.early.on, true)
  }
  var bar = document.createElement('p')
  bar.id = 'old-browser'
  bar.setAttribute('role', 'alert')
  bar.style.cssText = 'margin:0;padding:12px 20px;background:#fff0c2;color:#1c1a14;font:16px/1.4 sans-serif;text-align:center'
  bar.appendChild(document.createTextNode(${JSON.stringify(oldBrowserSentence)}))
  document.body.appendChild(bar)
})()
</script>`
}

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** Every script of the build, before compression. */
export const script = 'console.log(1)'.repeat(100)

const scripts = [
  'web/assets/app-1a2b.js',
  'widget/platemark-mint.js',
  'widget/parts/panel-1a2b.js',
]

/** Writes a minimal build of the web app, and returns its folder. */
export function buildWeb(): string {
  const folder = mkdtempSync(join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'web-'))
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true })
  mkdirSync(join(folder, 'widget', 'parts'), { recursive: true })
  mkdirSync(join(folder, 'server'))
  writeFileSync(
    join(folder, 'shell.json'),
    JSON.stringify({
      html: '<!doctype html><html lang="en"><head><!--head--><!--sheet--></head><body><div id="root"><!--app--></div><!--boot--></body></html>',
      sheets: { collections: '<style>.list{}</style>' },
      scripts: ["'sha256-scr'"],
      styles: ["'sha256-sty'"],
      font: '/assets/text.woff2',
    }),
  )
  for (const path of scripts) {
    const file = join(folder, path)
    writeFileSync(file, script)
    writeFileSync(`${file}.br`, brotliCompressSync(script))
    writeFileSync(`${file}.gz`, gzipSync(script))
  }
  writeFileSync(join(folder, 'widget', 'examples.html'), '<!doctype html>')
  writeFileSync(join(folder, 'web', 'favicon.svg'), '<svg/>')
  writeFileSync(
    join(folder, 'server', 'entry-server.js'),
    `export async function renderPage(url, boot) {
      if (url.includes('unpaintable')) throw new Error('no')
      const text = JSON.stringify(boot.answers).replaceAll('<', '&lt;')
      return { html: '<link rel="preload" href="/x" as="image"><main>$& ' + text + '</main><i>' + url.replaceAll('<', '&lt;').replaceAll('=', ':') + '</i>', status: 200 }
    }`,
  )
  return folder
}

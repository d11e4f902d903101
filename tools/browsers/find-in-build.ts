import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Finding } from './compat.ts'
import { findInScript } from './find-in-script.ts'
import { findInStyle } from './find-in-style.ts'

/**
 * Returns the uses of features that a least browser lacks, in every script and style
 * sheet below a folder: files, the inline parts of `shell.json`, and the style sheets
 * that the mint component holds as text. Throws when it finds no script or no style.
 */
export function findInBuild(folder: string): { findings: Finding[]; checked: number } {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('server') && /\.(js|css)$/.test(path))
    .map((path) => join(folder, path))
  const parts = [...paths.flatMap(readParts), ...readShell(join(folder, 'shell.json'))]
  const scripts = parts.filter(({ kind }) => kind === 'script')
  const styles = parts.filter(({ kind }) => kind === 'style')
  for (const [kind, found] of Object.entries({ scripts, styles })) {
    if (found.length === 0) throw new Error(`${folder} has no ${kind} to check`)
  }
  const findings = [
    ...scripts.flatMap(({ file, text }) => findInScript(file, text)),
    ...styles.flatMap(({ file, text }) => findInStyle(file, text)),
  ]
  return { findings, checked: parts.length }
}

type Part = { kind: 'script' | 'style'; file: string; text: string }

function readParts(path: string): Part[] {
  const text = readFileSync(path, 'utf8')
  const file = basename(path)
  if (path.endsWith('.css')) return [{ kind: 'style', file, text }]
  return [{ kind: 'script', file, text }, ...readStyleTexts(file, text)]
}

/** Returns the style sheets of shadow roots, which a script holds as text. */
function readStyleTexts(file: string, script: string): Part[] {
  return [...script.matchAll(/`(:host[^`]*)`|"(:host[^"]*)"/g)].map(
    ([, text, quoted = '']) => ({
      kind: 'style',
      file,
      text: text ?? quoted.replaceAll('\\n', '\n'),
    }),
  )
}

/** Returns the inline scripts and styles of the pages. */
function readShell(path: string): Part[] {
  const { html }: { html: string } = JSON.parse(readFileSync(path, 'utf8'))
  return [...html.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)].map(
    ([, kind, text = '']) => ({
      kind: kind === 'style' ? 'style' : 'script',
      file: `inline ${kind} of the pages`,
      text,
    }),
  )
}

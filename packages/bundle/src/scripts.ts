import type { Rolldown } from 'vite'

/** Collects the scripts `roots` of a build and all their static imports. */
export function collectScripts(bundle: Rolldown.OutputBundle, roots: string[]): string[] {
  const files = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (files.has(file) || chunk?.type !== 'chunk') return
    files.add(file)
    for (const next of chunk.imports) visit(next)
  }
  for (const root of roots) visit(root)
  return [...files]
}

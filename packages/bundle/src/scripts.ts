import type { Rolldown } from 'vite'

/** Those scripts of a build and all that they import at once. */
export function scriptsOf(bundle: Rolldown.OutputBundle, roots: string[]): string[] {
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

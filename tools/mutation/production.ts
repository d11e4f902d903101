import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../program.ts'
import { type Edit, editsOf } from './edits.ts'
import { analyse, isInterface, readSources, type Sources } from './syntax.ts'

export type Production = { sources: Sources; edits: Edit[] }

const FOLDER = 'src/collections'

/** The production sources as they are now, and every edit that could be made to them. */
export function readProduction(): Production {
  const contracts = join(root, 'contracts')
  const sources = readSources(
    contracts,
    globSync(`${FOLDER}/*.sol`, { cwd: contracts }).sort(),
  )
  const { trees, errors } = analyse(sources)
  if (errors.length > 0) throw new Error(errors.join('\n'))
  const edits = Object.entries(trees)
    .filter(([path]) => !isInterface(path))
    .flatMap(([path, tree]) => editsOf(path, tree, sources))
  return { sources, edits }
}

/** The lines in assembly on which something can be changed, by file. */
export function assemblyLinesOf(edits: Edit[]): Map<string, Edit[]> {
  const lines = new Map<string, Edit[]>()
  for (const edit of edits) {
    if (!edit.isAssembly) continue
    const place = `${edit.file}:${edit.line}`
    lines.set(place, [...(lines.get(place) ?? []), edit])
  }
  return lines
}

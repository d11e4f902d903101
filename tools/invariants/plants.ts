import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { root } from '../program.ts'

/** An edit of the production contracts that breaks the rule of one invariant. */
export type Plant = z.infer<typeof plant>

const plant = z.object({
  invariant: z.string().check(z.regex(/^invariant_\w+$/)),
  /** What is wrong with the contracts after the edit. */
  breaks: z.string(),
  /** The test contract that holds the invariant against the edit. */
  suite: z.enum(['DropInvariants', 'EditionInvariants']),
  file: z.string().check(z.regex(/^src\/collections\/\w+\.sol$/)),
  find: z.string().check(z.minLength(1)),
  replace: z.string(),
})

const contracts = join(root, 'contracts')
const INVARIANTS = 'test/invariants'

export function readPlants(): Plant[] {
  const file = join(contracts, INVARIANTS, 'plants.json')
  return z.array(plant).parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** The names of all invariants, from their sources. */
export function listInvariants(): string[] {
  const files = globSync('*.sol', { cwd: join(contracts, INVARIANTS) }).sort()
  return files.flatMap((file) => {
    const text = readFileSync(join(contracts, INVARIANTS, file), 'utf8')
    return [...text.matchAll(/function (invariant_\w+)/g)].map(([, name]) => name ?? '')
  })
}

/** The file of a plant with its edit in it. Throws unless the text to replace is there once. */
export function planted({ invariant, file, find, replace }: Plant): string {
  const parts = readFileSync(join(contracts, file), 'utf8').split(find)
  if (parts.length === 2) return parts.join(replace)
  throw new Error(
    `${invariant}: ${file} has ${parts.length - 1} times what its plant replaces.`,
  )
}

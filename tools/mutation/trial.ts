import { basename } from 'node:path'
import { applyEdit, type Edit, nameOf } from './edits.ts'
import type { Production } from './production.ts'
import type { Result, Results } from './results.ts'
import { type Scratch, tryEdit } from './scratch.ts'
import { analyse } from './syntax.ts'

/** What edits are tried on, and where it is written down. */
export type Trial = { production: Production; results: Results; scratches: Scratch[] }

/** Works on every copy of the contracts at once, until there is nothing more to do for any. */
export async function inParallel(
  { scratches }: Trial,
  next: (scratch: Scratch) => Promise<unknown> | undefined,
) {
  await Promise.all(
    scratches.map(async (scratch) => {
      for (let work = next(scratch); work; work = next(scratch)) await work
    }),
  )
}

/** Finds out whether a test sees the edit, unless that is known already. */
export async function attempt(
  trial: Trial,
  scratch: Scratch,
  edit: Edit,
): Promise<Result> {
  const known = trial.results.byName.get(nameOf(edit))
  if (known) return known
  const began = Date.now()
  const verdict = isCompilable(trial.production, edit)
    ? await tryEdit(scratch, edit, trial.production.sources)
    : { outcome: 'uncompilable' as const, by: '' }
  const seconds = (Date.now() - began) / 1000
  const one = { name: nameOf(edit), ...verdict, seconds }
  trial.results.write(one)
  const where = `${basename(edit.file)}:${edit.line}`
  console.log(
    `${one.outcome.padEnd(12)} ${seconds.toFixed(1).padStart(5)} s  ${where} ${edit.operator}  ${one.by}`,
  )
  return one
}

/** The compiler says no to many edits in a moment; only the others are worth a build. */
function isCompilable({ sources }: Production, edit: Edit): boolean {
  const text = applyEdit(sources[edit.file] ?? '', edit)
  return analyse({ ...sources, [edit.file]: text }).errors.length === 0
}

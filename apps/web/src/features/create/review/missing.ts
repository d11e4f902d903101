import type { FieldProblems } from '@platemark/api/problem'
import type { Draft } from '@platemark/api/studio'
import { stepOfProblem } from '../step-facts.ts'
import { type StepId, steps } from '../steps.ts'

export type MissingOfStep = { id: StepId; title: string; sentences: string[] }

/**
 * Groups what prevents a deployment by the step that holds it: what the draft lacks, and what the
 * network's time and fee add. Phases are named by their titles.
 */
export function groupMissing(
  { fields, missing }: Pick<Draft, 'fields' | 'missing'>,
  further: FieldProblems,
): MissingOfStep[] {
  const all = new Map<string, Set<string>>()
  for (const [path, sentences] of [missing, further].flatMap(Object.entries)) {
    const of = all.get(path) ?? new Set<string>()
    const named = path === 'phases' && fields.phases.length === 0 ? firstPhase : sentences
    for (const sentence of named) of.add(sentence)
    all.set(path, of)
  }
  return steps.flatMap(({ id, title }) => {
    const sentences = [...all].flatMap(([path, found]) =>
      stepOfProblem(fields, path) === id
        ? [...found].map((sentence) => `${phaseName(fields, path)}${sentence}`)
        : [],
    )
    return sentences.length > 0 ? [{ id, title, sentences }] : []
  })
}

/** Fields of the supply that make the public phase of a draft without any. */
const firstPhase = ['Set the public price. 0 makes it free.', 'Set the limit per wallet.']

/** Returns `Friends: ` for `phases.0.end`, else nothing. */
function phaseName({ phases }: Draft['fields'], path: string): string {
  const place = /^phases\.(\d+)/.exec(path)?.[1]
  const title = place === undefined ? undefined : phases[Number(place)]?.title
  return title ? `${title}: ` : ''
}

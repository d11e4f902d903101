import type { ListedPhase } from '@platemark/mint/list-file'
import type { PublicTerms } from '@platemark/rules/collection-changes'
import { findTitleProblem } from '../../../lib/phase-texts.ts'
import {
  type PhaseReading,
  type PhaseTextField,
  type PhaseTexts,
  readPhaseTexts,
  toPhaseTexts,
} from '../changes/phase-values.ts'

/** Texts of the fields of a phase of a list. */
export type ListPhaseTexts = PhaseTexts & { title: string }

type ListPhaseProblems = Partial<Record<PhaseTextField | 'title', string>>

/** Returns the texts of a phase of a list. */
export function toListPhaseTexts(
  phase: ListedPhase,
  reading: PhaseReading,
): ListPhaseTexts {
  const texts = toPhaseTexts(toTerms(phase), reading, phase.start)
  return { ...texts, title: phase.title }
}

/** Reads the texts of the phase with this id, or returns a sentence for each wrong field. */
export function readListPhaseTexts(
  texts: ListPhaseTexts,
  phaseId: number,
  reading: PhaseReading,
  now: number,
): { value: ListedPhase } | { problems: ListPhaseProblems } {
  const title = findTitleProblem(texts.title)
  const read = readPhaseTexts({ ...texts, hasEnd: true }, reading, now)
  if (title || 'problems' in read) {
    const problems = 'problems' in read ? read.problems : {}
    return { problems: { ...(title && { title }), ...problems } }
  }
  const { walletLimit, supplyCap, ...terms } = read.value
  return {
    value: {
      ...{ ...terms, phaseId, title: texts.title.trim(), maxPerWallet: walletLimit },
      maxSupply: supplyCap === 0 ? null : supplyCap,
    },
  }
}

/** Returns the terms of a phase of a list in the form of the rules. */
export function toTerms({
  priceWei,
  start,
  end,
  maxPerWallet,
  maxSupply,
}: ListedPhase): PublicTerms {
  return { priceWei, start, end, walletLimit: maxPerWallet, supplyCap: maxSupply ?? 0 }
}

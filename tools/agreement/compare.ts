import type { MintState } from '@platemark/rules/mint-cases'
import { type MintReason, mintReasonsOf, PUBLIC_PHASE_ID } from '@platemark/rules/states'
import type { PhaseEligibility } from '@platemark/wire/collections'
import { type Address, type Hex, zeroHash } from 'viem'
import { differencesOf, same } from './differences.ts'
import type { Answer, Question } from './lens.ts'
import { eligibilitiesOf, type Index, panelOf, questionsOf } from './page.ts'

/** Cases [from, to) of a seed. */
export type Range = { seed: number; from: number; to: number }

export type Found = {
  /** How often the panel said what. */
  codes: Map<string, number>
  /** One line each, with the seed and the number of the case. */
  differences: string[]
}

/** A wallet at one instant, and how many it wants. */
export type Visit = { now: number; wallet: Address; quantity: number }

export type Compared = {
  panel: MintState
  eligibilities: PhaseEligibility[]
  differences: string[]
}

/**
 * What the contract is asked: about each phase as the server asks it, and about the public
 * phase also where the index knows of none.
 */
export function lensQuestions(
  index: Index,
  collection: Address,
  { wallet, quantity }: Visit,
): Question[] {
  const about = { collection, account: wallet, quantity: BigInt(quantity) }
  const known = questionsOf(index).map(({ entry, packed, proof }, at) => ({
    ...about,
    phaseId: index.phases[at]?.phase_id ?? PUBLIC_PHASE_ID,
    // Safe: roots are hashes here.
    root: (entry?.root ?? zeroHash) as Hex,
    packed,
    proof,
  }))
  const nobodys = {
    ...about,
    phaseId: PUBLIC_PHASE_ID,
    root: zeroHash,
    packed: 0n,
    proof: [],
  }
  return hasPublicPhase(index) ? known : [...known, nobodys]
}

/** Holds the panel that the page shows against what the contract answered. */
export function compare(
  index: Index,
  answers: readonly Answer[],
  { now, quantity }: Visit,
): Compared {
  const eligibilities = eligibilitiesOf(index, answers.map(phaseAnswer))
  const panelAt = (chosenPhaseId: number | null) =>
    panelOf(index, eligibilities, now, { quantity, chosenPhaseId })
  const offers = eligibilities.map((eligibility, at) => {
    // Safe: there is an answer for every phase.
    const { asked, most } = answers[at] as Answer
    return { eligibility, asked, most }
  })
  const { isPaused, mintFeeWei, minted, maxSupply } = index
  const facts = { isPaused, isSoldOut: minted === maxSupply, mintFeeWei }
  const isOver = hasPublicPhase(index) || reasonsOf(answers.at(-1)).includes('ended')
  return {
    panel: panelAt(null),
    eligibilities,
    differences: [
      ...same('a public phase that is not there is over', isOver, true),
      ...differencesOf(offers, facts, quantity, panelAt),
    ],
  }
}

/** Why the contract refuses what was asked; nothing where it does not. */
export function reasonsOf(answer: Answer | undefined): MintReason[] {
  return mintReasonsOf(answer?.asked.reasons ?? 0n)
}

export function countCode({ codes }: Found, { code }: MintState): void {
  codes.set(code, (codes.get(code) ?? 0) + 1)
}

/** The part that the server asks for. */
function phaseAnswer({ most, walletMinted, phaseMinted, notBefore, until }: Answer) {
  return {
    reasons: most.reasons,
    used: walletMinted,
    minted: phaseMinted,
    list: [notBefore, until] as const,
  }
}

function hasPublicPhase({ phases }: Index): boolean {
  return phases.some(({ phase_id }) => phase_id === PUBLIC_PHASE_ID)
}

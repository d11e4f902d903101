import type { Draft } from '@platemark/api/studio'
import { formatCount } from '@platemark/rules/amounts'
import type { StepId } from '../steps.ts'

/** A thing to look at before deploying, which stops nothing. */
export type Remark = { step: StepId; sentence: string }

type Known = {
  /** Unix seconds by the network's time. */
  now: number
  network: string
}

/** Returns what a creator may not have meant, as far as the draft shows it. */
export function listRemarks(
  { fields, image, lists }: Draft,
  { now, network }: Known,
): Remark[] {
  const remarks: Remark[] = []
  const add = (step: StepId, sentence: string) => remarks.push({ step, sentence })
  if (!image) {
    const ofPreview =
      fields.art === 'set' && fields.shown !== 'at_reveal'
        ? 'Its items show their works.'
        : 'The published plate differs from the preview.'
    add(
      'art',
      `The collection has no image. A generated plate is shown instead, also on marketplaces. Its pattern is made from the address of the contract. ${ofPreview}`,
    )
  }
  if (fields.alias === null) {
    add(
      'details',
      `The page has no address of its own. It will be at the contract's address on ${network}.`,
    )
  }
  if (fields.royalty_ceiling_bps === 0) {
    add('supply', 'The highest royalty is 0%. This collection can never have royalties.')
  }
  // Without any phase the draft is incomplete, and no wallet is on a list.
  if (fields.phases.length > 0 && !fields.phases.some(({ kind }) => kind === 'public')) {
    add('schedule', 'There is no public phase. Only wallets on a list can mint.')
  }
  for (const { title, price_wei, start, end, phase_id, max_supply } of fields.phases) {
    if (price_wei === '0')
      add('schedule', `Minting in the ${title} phase is free. Minters only pay the fees.`)
    const startsIn = Date.parse(start) / 1000 - now
    if (startsIn <= 0 && Date.parse(end) / 1000 > now) {
      add(
        'schedule',
        `The ${title} phase opens right after deployment, because its start is in the past.`,
      )
    }
    const entries = lists.find((list) => list.phase_id === phase_id)?.entries
    if (entries !== undefined && max_supply !== null && entries > max_supply) {
      add(
        'schedule',
        `The ${title} phase has ${formatCount(entries)} wallets for ${formatCount(max_supply)} items. First come, first served.`,
      )
    }
  }
  return remarks
}

/** Steps of the wizard, in order; the id stands in the URL, `short` where room is scarce. */
export const steps = [
  { id: 'art', title: 'Art', short: 'Art' },
  { id: 'details', title: 'Details', short: 'Details' },
  { id: 'supply', title: 'Supply and price', short: 'Price' },
  { id: 'schedule', title: 'Schedule and access', short: 'Schedule' },
  { id: 'review', title: 'Review', short: 'Review' },
] as const

export type StepId = (typeof steps)[number]['id']

/** Returns the step that a URL names; the first for none and for an unknown one. */
export function parseStep(text: string | undefined): StepId {
  return steps.find(({ id }) => id === text)?.id ?? 'art'
}

/** Returns the URL of a step of a draft; without one, of a new draft. */
export function stepHref(step: StepId, draftId: string | undefined): string {
  return draftId ? `/create?draft=${draftId}&step=${step}` : `/create?step=${step}`
}

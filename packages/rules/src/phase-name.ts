/** Names a phase by its title, for the beginning of a sentence: `The Friends phase`. */
export function namePhase(title: string): string {
  return /phase$/i.test(title) ? `The ${title}` : `The ${title} phase`
}

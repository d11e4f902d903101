import { isolateText } from './isolate-text.ts'

/** Names a phase by its title, for the beginning of a sentence: `The Friends phase`. */
export function namePhase(title: string): string {
  const name = isolateText(title)
  return /phase$/i.test(title) ? `The ${name}` : `The ${name} phase`
}

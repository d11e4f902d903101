import type { Draft } from '@platemark/api/studio'

/** Name of each kind of collection on the screen. */
export const kindNames: Record<Draft['fields']['kind'], string> = {
  drop: 'Drop',
  open_edition: 'Open edition',
  edition: 'Edition',
}

import type { Draft } from '@platemark/api/studio'

/** What a kind of collection is called on the screen. */
export const kindNames: Record<Draft['fields']['kind'], string> = {
  drop: 'Drop',
  open_edition: 'Open edition',
  edition: 'Edition',
}

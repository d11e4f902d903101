import type { listKinds } from '@platemark/api/lists'

/** Name of each kind of collection on the screen. */
export const kindNames: Record<(typeof listKinds)[number], string> = {
  drop: 'Drop',
  open_edition: 'Open edition',
  edition: 'Edition',
}

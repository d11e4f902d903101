import { guilloche } from '@platemark/plates/families/guilloche'
import { halftone } from '@platemark/plates/families/halftone'
import { islands } from '@platemark/plates/families/islands'
import { wanderingRings } from '@platemark/plates/families/wandering-rings'
import { warpedRules } from '@platemark/plates/families/warped-rules'
import { weave } from '@platemark/plates/families/weave'
import type { Family } from '@platemark/plates/sheet'
import { bottles, candle, glass, glaze, lighthouse, notebook } from './objects.ts'
import type { Press, Scene } from './press.ts'
import { clock, flags, moons, noon, shadow, sunAndLand } from './sky.ts'
import { floor, houses, lanterns, night, roofs, tiles } from './town.ts'
import { ferry, orchard, stones, waves, wheat } from './water-and-land.ts'

/** All motifs of the example collections, by name. */
export const scenes = {
  bottles,
  candle,
  cartouche: engraved(guilloche),
  clock,
  ferry,
  flags,
  floor,
  glass,
  glaze,
  halftone: engraved(halftone),
  houses,
  lanterns,
  lighthouse,
  marsh: engraved(islands),
  moons,
  night,
  noon,
  notebook,
  orchard,
  rings: engraved(wanderingRings),
  roofs,
  shadow,
  stones,
  sunAndLand,
  tide: engraved(warpedRules),
  tiles,
  waves,
  weave: engraved(weave),
  wheat,
} satisfies Record<string, Scene>

/** Returns the motif of a family of plates, which has no traits of its own. */
function engraved(family: Family): Scene {
  return ({ chance, main, accent, second, ground }: Press) => ({
    art: family({ chance, inks: [main, accent, second], ground, isFramed: false }),
    traits: {},
  })
}

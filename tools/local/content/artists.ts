import { kiln } from './artists/kiln.ts'
import { lowCountry } from './artists/low-country.ts'
import { margins } from './artists/margins.ts'
import { nightboat } from './artists/nightboat.ts'
import { papermoon } from './artists/papermoon.ts'
import { saltworks } from './artists/saltworks.ts'
import { signalHouse } from './artists/signal-house.ts'
import { unsigned } from './artists/unsigned.ts'
import { weft } from './artists/weft.ts'
import type { Artist } from './work-types.ts'

/** The creators of the example content. */
export const artists: readonly Artist[] = [
  saltworks,
  lowCountry,
  nightboat,
  weft,
  margins,
  papermoon,
  signalHouse,
  kiln,
  unsigned,
]

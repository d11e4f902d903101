import type { ArtStyle } from './art/print.ts'
import { kiln } from './artists/kiln.ts'
import { lowCountry } from './artists/low-country.ts'
import { margins } from './artists/margins.ts'
import { nightboat } from './artists/nightboat.ts'
import { papermoon } from './artists/papermoon.ts'
import { saltworks } from './artists/saltworks.ts'
import { signalHouse } from './artists/signal-house.ts'
import { unsigned } from './artists/unsigned.ts'
import { weft } from './artists/weft.ts'
import type { Work } from './works.ts'

/** An account of the example content with its collections. */
export type Artist = {
  /** Position among the accounts of creators, from 0. */
  account: number
  /** Null: the account has set none. */
  profile: Profile | null
  works: readonly Omit<Work, 'creator'>[]
}

export type Profile = {
  username: string
  bio: string
  website: string | null
  /** How the picture of the artist is drawn. */
  art: ArtStyle
}

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

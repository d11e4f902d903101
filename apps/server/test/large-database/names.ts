import { type RawBuilder, sql } from 'kysely'
import type { SqlRandom } from './prng.ts'

/** Search terms with a known number of matches. */
export const manyTerms = {
  /** In one name of 25. */
  common: 'dragon',
  /** In one name of 100,000, and at least in one. */
  rare: 'zyzzyva',
  /** In none, though each of its parts is in many. */
  nowhere: 'dragons crimson',
  /** In none, and its parts are rare too. */
  unheard: 'qwxjkvbz',
  /** Begins many names. */
  prefix: 'cr',
} as const

const adjectives =
  words(`Amber Ancient Arctic Azure Blazing Brave Bright Broken Bronze Burning
  Calm Celestial Cosmic Crimson Crystal Curious Daring Dark Digital Distant Dreaming Electric
  Emerald Endless Fading Fearless Feral Floating Forgotten Frozen Gentle Ghostly Gilded Glass
  Golden Hidden Hollow Humble Infinite Iron Ivory Jade Lazy Liquid Lonely Lost Lucky Lunar
  Mellow Midnight Misty Neon Noble Nomadic Obsidian Pale Paper Quiet Radiant Restless Royal
  Rusty Sacred Scarlet Secret Shining Silent Silver Sleepy Solar Starlit Stone Stormy Tiny
  Twilight Velvet Violet Wandering Wild Winter`)

const nouns =
  words(`Angels Apes Badgers Bears Bees Birds Bots Cats Clouds Comets Crows Crystals
  Cubes Deer Dolphins Doves Dreams Echoes Faces Falcons Ferns Fish Flames Flowers Foxes Frogs
  Gardens Ghosts Giants Goats Hares Hawks Horses Islands Keys Kites Knights Koalas Lanterns
  Leaves Lions Lizards Loops Machines Maps Masks Mice Mirrors Monks Moons Moths Mountains Oceans
  Otters Owls Pandas Penguins Pigeons Pixels Planets Poets Prisms Rabbits Ravens Rivers Robots
  Roses Sailors Seals Shadows Shells Ships Snakes Spirits Squares Stars Stones Swans Tigers
  Towers Trains Trees Turtles Waves Whales Windows Witches Wolves`)

const places =
  words(`Aurora Avalon Babel Boreal Cascadia Delphi Elysium Fjord Havana Ithaca Kyoto
  Lisbon Marrakesh Nova Oslo Petra Quito Reef Sahara Tundra Utopia Valhalla Yonder Zenith`)

/** Expression of the name of collection `c`. */
export function nameSql(c: RawBuilder<unknown>, random: SqlRandom): RawBuilder<unknown> {
  const adjective = pick(adjectives, random(c, 'adjective'))
  const noun = sql`case when ${random(c, 'is common')} < 0.04 then 'Dragons'
    else ${pick(nouns, random(c, 'noun'))} end`
  const style = random(c, 'style')
  return sql`case when ${c} = 7 or ${c} % 100000 = 77777 then ${adjective} || ' Zyzzyva'
    when ${style} < 0.6 then ${adjective} || ' ' || ${noun}
    when ${style} < 0.85 then ${noun} || ' of ' || ${pick(places, random(c, 'place'))}
    else ${adjective} || ' ' || ${noun} || ' ' || floor(${random(c, 'number')} * 999)::text end`
}

/** Expression of the description of collection `c`. */
export function descriptionSql(
  c: RawBuilder<unknown>,
  random: SqlRandom,
): RawBuilder<unknown> {
  const some = ['first', 'second', 'third'].map((which) =>
    pick(adjectives, random(c, `${which} word`)),
  )
  return sql`'Drawn by hand over many evenings, ' || lower(${some[0]}) || ' and '
    || lower(${some[1]}) || ', and given away to whoever stays up late enough to see the '
    || lower(${some[2]}) || ' light.'`
}

function pick(of: string[], share: RawBuilder<unknown>): RawBuilder<unknown> {
  const all = sql.lit(`{${of.join(',')}}`)
  return sql`(${all}::text[])[1 + floor(${share} * ${sql.lit(of.length)})::integer]`
}

function words(text: string): string[] {
  return text.split(/\s+/)
}

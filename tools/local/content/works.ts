/**
 * The example collections, with every state of a collection. Times are in hours relative to the
 * first start; negative ones are in the past.
 */
export const works: readonly Work[] = [
  {
    chain: 'local',
    creator: 0,
    kind: 'drop',
    name: 'Tidewater',
    symbol: 'TIDE',
    alias: 'tidewater',
    description:
      'Three hundred and sixty impressions of one harbour, one for each high tide between the spring and the autumn equinox.\n\nHigh water bends the lines, low water lets them rest. Every print carries the hour of its tide.',
    supply: 360,
    deployedAt: -31,
    picture: 'full',
    hasCover: true,
    isPromoted: true,
    royaltyBps: 500,
    noticeHours: 24,
    links: { website: 'https://example.org/tidewater' },
    phases: [
      { title: 'Friends', list: 30, from: 103, to: 128, eth: '0.002', limit: 2, cap: 90 },
      { title: 'Public', from: 128, to: 296, eth: '0.004', limit: 3 },
    ],
  },
  {
    chain: 'local',
    creator: 1,
    kind: 'drop',
    name: 'Low Sun',
    symbol: 'LOWSUN',
    alias: 'low-sun',
    description:
      'The last half hour of winter light over flat country. Two inks, one of them always the sun.',
    supply: 240,
    deployedAt: -530,
    picture: 'wide-margin',
    royaltyBps: 500,
    phases: [
      { title: 'Public', from: -528, to: 300, eth: '0.001', limit: 10, minted: 188 },
    ],
    withReferrals: true,
  },
  {
    chain: 'local-two',
    creator: 2,
    kind: 'drop',
    name: 'Night Ferry',
    symbol: 'FERRY',
    alias: 'night-ferry',
    description:
      'Lights on the water between two ports, printed the way they are remembered: out of order. Free to whoever was awake.',
    supply: 150,
    deployedAt: -640,
    picture: 'diptych',
    phases: [{ title: 'Public', from: -639, to: -470, eth: '0', limit: 4, minted: 150 }],
  },
  {
    chain: 'local-two',
    creator: 0,
    kind: 'drop',
    name: 'Saltmarsh',
    symbol: 'MARSH',
    alias: 'saltmarsh',
    description:
      'Creeks at slack water, drawn from above. A print never repeats a creek, because the marsh does not either.',
    supply: 120,
    deployedAt: -210,
    picture: 'four-up',
    royaltyBps: 750,
    phases: [
      {
        title: 'Print Club',
        list: 24,
        from: -208,
        to: -160,
        eth: '0.0015',
        limit: 2,
        minted: 29,
      },
      { title: 'Public', from: -160, to: 340, eth: '0.0025', limit: 5, minted: 42 },
    ],
  },
  {
    chain: 'local',
    creator: 3,
    kind: 'drop',
    name: 'Warp & Weft',
    symbol: 'WEFT',
    alias: 'warp-and-weft',
    description:
      'Every sheet is a weave that could be woven: the drafts are real and come with the print.',
    supply: 250,
    deployedAt: -340,
    picture: 'full',
    phases: [
      { title: 'Public', from: -338, to: 410, eth: '0.003', limit: 5, minted: 88 },
    ],
    withReferrals: true,
  },
  {
    chain: 'local-two',
    creator: 4,
    kind: 'drop',
    name: 'Cartouche',
    symbol: 'CART',
    alias: 'cartouche',
    description:
      'Empty frames from three centuries of map-making, engraved once more with nothing inside.',
    supply: 300,
    deployedAt: -690,
    picture: 'wide-margin',
    phases: [
      { title: 'Public', from: -688, to: -330, eth: '0.002', limit: 5, minted: 77 },
    ],
  },
  {
    chain: 'local-two',
    creator: 5,
    kind: 'drop',
    name: 'Paper Moons',
    symbol: 'MOON',
    alias: 'paper-moons',
    description:
      'Four hundred moons cut from the same sheet, so that each one is missing from the others.',
    supply: 400,
    deployedAt: -18,
    picture: 'full',
    hasCover: true,
    phases: [{ title: 'Public', from: 52, to: 220, eth: '0.002', limit: 5 }],
  },
  {
    chain: 'local',
    creator: 6,
    kind: 'drop',
    name: 'Signal',
    symbol: 'SIGNAL',
    alias: 'signal',
    description:
      'Flag hoists spelling one sentence, a letter at a time. Collect the alphabet or only your own name.',
    supply: 500,
    deployedAt: -26,
    picture: 'four-up',
    phases: [{ title: 'Public', from: -25, to: 480, eth: '0', limit: 3, minted: 46 }],
  },
  {
    chain: 'local',
    creator: 7,
    kind: 'drop',
    name: 'Kiln',
    symbol: 'KILN',
    alias: 'kiln',
    description:
      'Eighty firings of one glaze. The temperature is in the traits, the surprise is not.',
    supply: 80,
    deployedAt: -13,
    picture: 'wide-margin',
    royaltyBps: 1000,
    phases: [{ title: 'Public', from: -12, to: 250, eth: '0.005', limit: 2, minted: 9 }],
  },
  {
    chain: 'local-two',
    creator: 3,
    kind: 'open_edition',
    name: 'Overprint',
    symbol: 'OVER',
    alias: 'overprint',
    description:
      'The same plate printed over itself until the edition closes. Whoever comes last gets the darkest sheet.',
    supply: null,
    deployedAt: -74,
    picture: 'diptych',
    phases: [
      { title: 'Public', from: -72, to: 46, eth: '0.0008', limit: 20, minted: 121 },
    ],
  },
  {
    chain: 'local',
    creator: 8,
    kind: 'drop',
    name: 'The Lighthouse Keeper’s Almanac',
    symbol: 'ALMANAC',
    alias: null,
    description:
      'One page for each day of a keeper’s year: weather, visitors, oil, and what was seen.',
    supply: 1200,
    deployedAt: -40,
    picture: null,
    phases: [{ title: 'Public', from: 7.7, to: 360, eth: '0.0015', limit: 10 }],
  },
  {
    chain: 'local-two',
    creator: 8,
    kind: 'drop',
    name: 'Groundwork',
    symbol: 'GROUND',
    alias: 'groundwork',
    description: 'Fifty-four rubbings of the studio floor, taken before the move.',
    supply: 54,
    deployedAt: -160,
    picture: 'full',
    phases: [
      { title: 'Public', from: -158, to: 500, eth: '0.004', limit: 2, minted: 54 },
    ],
  },
  {
    chain: 'local',
    creator: 4,
    kind: 'drop',
    name: 'Lanterns',
    symbol: 'LANTERN',
    alias: 'lanterns',
    description:
      'A street festival drawn from its lights alone. Free, one to a household.',
    supply: 320,
    deployedAt: -100,
    picture: 'wide-margin',
    phases: [{ title: 'Public', from: -98, to: 380, eth: '0', limit: 2, minted: 63 }],
  },
  {
    chain: 'local',
    creator: 0,
    kind: 'drop',
    name: 'Brackish',
    symbol: 'BRACK',
    alias: 'brackish',
    description:
      'Where the river gives up. Printed without a picture: the plate is the work.',
    supply: 500,
    deployedAt: -55,
    picture: null,
    phases: [{ title: 'Public', from: -54, to: 600, eth: '0.002', limit: 5, minted: 31 }],
  },
  {
    chain: 'local',
    creator: 1,
    kind: 'edition',
    name: 'Undertow',
    symbol: 'UNDER',
    alias: 'undertow',
    description:
      'One image, seven hundred and fifty copies, all of them the same and none of them first.',
    supply: 750,
    deployedAt: -180,
    picture: 'full',
    hasCover: true,
    isPromoted: true,
    royaltyBps: 500,
    phases: [
      { title: 'Public', from: -178, to: 130, eth: '0.001', limit: 25, minted: 142 },
    ],
    withReferrals: true,
  },
  {
    chain: 'local',
    creator: 5,
    kind: 'drop',
    name: 'Meridian',
    symbol: 'MERID',
    alias: 'meridian',
    description:
      'Three hundred noons, each from a different place on the same line. Collectors and friends pay less while everyone may come in.',
    supply: 300,
    deployedAt: -120,
    picture: 'four-up',
    isPromoted: true,
    royaltyBps: 500,
    royaltyCeilingBps: 750,
    noticeHours: 48,
    phases: [
      {
        title: 'Friends',
        list: 16,
        from: -116,
        to: 80,
        eth: '0.001',
        limit: 2,
        cap: 60,
        minted: 19,
      },
      {
        title: 'Collectors',
        list: 34,
        from: -96,
        to: 160,
        eth: '0.002',
        limit: 3,
        cap: 120,
        minted: 33,
      },
      { title: 'Public', from: -70, to: 240, eth: '0.0035', limit: 5, minted: 28 },
    ],
  },
  {
    chain: 'local',
    creator: 8,
    kind: 'drop',
    name: 'Causeway',
    symbol: 'CAUSE',
    alias: 'causeway',
    description: 'Stepping stones, numbered from the shore. Free, and gone in a weekend.',
    supply: 90,
    deployedAt: -440,
    picture: 'diptych',
    phases: [{ title: 'Public', from: -438, to: -200, eth: '0', limit: 3, minted: 90 }],
  },
  {
    chain: 'local',
    creator: 6,
    kind: 'open_edition',
    name: 'Halftone Hours',
    symbol: 'HALF',
    alias: 'halftone-hours',
    description:
      'A clock face in a single screen of dots. Open until the hand comes round again.',
    supply: null,
    deployedAt: -39,
    picture: 'full',
    phases: [
      { title: 'Public', from: -38.5, to: 9.5, eth: '0.0012', limit: 12, minted: 58 },
    ],
  },
  {
    chain: 'local',
    creator: 7,
    kind: 'drop',
    name: 'Winter Wheat',
    symbol: 'WHEAT',
    alias: 'winter-wheat',
    description: 'Fields in February. Minting rests while the second plate is cut again.',
    supply: 240,
    deployedAt: -250,
    picture: 'four-up',
    pausedAt: -20,
    phases: [
      { title: 'Public', from: -248, to: 330, eth: '0.002', limit: 4, minted: 58 },
    ],
  },
  {
    chain: 'local',
    creator: 2,
    kind: 'drop',
    name: 'Driftglass',
    symbol: 'DRIFT',
    alias: 'driftglass',
    description:
      'Sixty pieces of glass and what the sea did to them. The income is shared with the two divers who found them.',
    supply: 60,
    deployedAt: -60,
    picture: 'wide-margin',
    royaltyBps: 500,
    payees: [
      { creator: 2, bps: 6000 },
      { creator: 4, bps: 2500 },
      { creator: 6, bps: 1500 },
    ],
    phases: [{ title: 'Public', from: -58, to: 420, eth: '0.006', limit: 2, minted: 12 }],
  },
  {
    chain: 'local-two',
    creator: 3,
    kind: 'edition',
    name: 'Field Notes',
    symbol: 'FIELD',
    alias: 'field-notes',
    description:
      'A page a week from one notebook, this week’s on top. The edition is as large as its readers.',
    supply: null,
    deployedAt: -84,
    picture: 'full',
    phases: [
      { title: 'Public', from: -82, to: 74, eth: '0.0009', limit: 30, minted: 97 },
    ],
    withReferrals: true,
  },
  {
    chain: 'local',
    creator: 0,
    kind: 'drop',
    name: 'Ninth Wave',
    symbol: 'NINTH',
    alias: 'ninth-wave',
    description:
      'The eight before it are studies. The studio’s list went first; now the door is open.',
    supply: 500,
    deployedAt: -230,
    picture: 'diptych',
    phases: [
      {
        title: 'Studio list',
        list: 28,
        from: -226,
        to: -150,
        eth: '0.001',
        limit: 2,
        cap: 60,
        minted: 37,
      },
      { title: 'Public', from: -150, to: 290, eth: '0.002', limit: 5, minted: 51 },
    ],
  },
  {
    chain: 'local-two',
    creator: 7,
    kind: 'drop',
    name: 'Orchard Rows',
    symbol: 'ORCH',
    alias: 'orchard-rows',
    description: 'Ninety trees in nine rows, one tree to a print. Picked clean.',
    supply: 90,
    deployedAt: -560,
    picture: 'four-up',
    phases: [{ title: 'Public', from: -558, to: -380, eth: '0', limit: 3, minted: 90 }],
  },
  {
    chain: 'local',
    creator: 1,
    kind: 'drop',
    name: 'Sediment',
    symbol: 'SEDI',
    alias: 'sediment',
    description: 'Layers laid down one a day for as long as the edition was open.',
    supply: 350,
    deployedAt: -700,
    picture: 'wide-margin',
    phases: [
      { title: 'Public', from: -698, to: -300, eth: '0.0018', limit: 5, minted: 65 },
    ],
  },
  {
    chain: 'local',
    creator: 8,
    kind: 'drop',
    name: 'Small Hours',
    symbol: 'SMALL',
    alias: 'small-hours',
    description: 'A hundred drawings made between two and four. Few are left.',
    supply: 100,
    deployedAt: -300,
    picture: 'full',
    phases: [
      { title: 'Public', from: -298, to: 200, eth: '0.0006', limit: 4, minted: 93 },
    ],
  },
  {
    chain: 'local-two',
    creator: 5,
    kind: 'drop',
    name: 'Afterimage',
    symbol: 'AFTER',
    alias: 'afterimage',
    description:
      'What stays when you look away. Resting until the artist is back from the press.',
    supply: 200,
    deployedAt: -140,
    picture: 'diptych',
    pausedAt: -30,
    phases: [
      { title: 'Public', from: -138, to: 260, eth: '0.003', limit: 4, minted: 27 },
    ],
  },
  {
    chain: 'local',
    creator: 6,
    kind: 'drop',
    name: 'Slow Burn',
    symbol: 'BURN',
    alias: 'slow-burn',
    description:
      'A hundred and fifty candles, each drawn for as long as it lasted. Subscribers are let in an evening early.',
    supply: 150,
    deployedAt: -6,
    picture: 'wide-margin',
    phases: [
      { title: 'Subscribers', list: 20, from: 119, to: 131, eth: '0.003', limit: 2 },
      { title: 'Public', from: 131, to: 400, eth: '0.0042', limit: 3 },
    ],
  },
  {
    chain: 'local-two',
    creator: 4,
    kind: 'drop',
    name: 'Terrace',
    symbol: 'TERR',
    alias: 'terrace',
    description:
      'Proof that you were on the terrace that summer. It stays with the wallet that minted it.',
    supply: 128,
    deployedAt: -90,
    picture: null,
    isSoulbound: true,
    phases: [
      { title: 'Public', from: -88, to: 350, eth: '0.0025', limit: 1, minted: 21 },
    ],
  },
  {
    chain: 'local-two',
    creator: 0,
    kind: 'drop',
    name: 'Backwater',
    symbol: 'BACK',
    alias: 'backwater',
    description:
      'Sixty-four still lifes with water. Free for the mailing list first, then for anyone.',
    supply: 64,
    deployedAt: -30,
    picture: 'four-up',
    airdropped: 4,
    phases: [
      {
        title: 'Mailing list',
        list: 30,
        from: -29,
        to: 30,
        eth: '0',
        limit: 1,
        minted: 14,
      },
      { title: 'Public', from: 30, to: 200, eth: '0', limit: 2 },
    ],
  },
  {
    chain: 'local',
    creator: 6,
    kind: 'drop',
    name: 'Sundial',
    symbol: 'DIAL',
    alias: 'sundial',
    description: 'Forty shadows of one stick. Sold out before the evening.',
    supply: 40,
    deployedAt: -400,
    picture: 'full',
    phases: [
      { title: 'Public', from: -399, to: -220, eth: '0.0011', limit: 2, minted: 40 },
    ],
  },
  {
    chain: 'local-two',
    creator: 8,
    kind: 'drop',
    name: 'High Street',
    symbol: 'HIGH',
    alias: 'high-street',
    description:
      'Forty shop fronts, most of them closed now. Until eleven tonight, roughly.',
    supply: 40,
    deployedAt: -62,
    picture: 'wide-margin',
    royaltyBps: 500,
    phases: [
      { title: 'Public', from: -60, to: 11.1, eth: '0.0075', limit: 2, minted: 22 },
    ],
  },
  {
    chain: 'local-two',
    creator: 1,
    kind: 'drop',
    name: 'Rain on Slate',
    symbol: 'SLATE',
    alias: 'rain-on-slate',
    description: 'Roofs, from the window of a train that did not stop.',
    supply: 200,
    deployedAt: -610,
    picture: null,
    phases: [
      { title: 'Public', from: -608, to: -400, eth: '0.0014', limit: 5, minted: 43 },
    ],
  },
]

/** Drops for a start that finds nothing live any more: made now, open for weeks. */
export const freshWorks: readonly Work[] = [
  {
    chain: 'local',
    creator: 0,
    kind: 'drop',
    name: 'Spring Tide',
    symbol: 'SPRING',
    alias: null,
    description: 'The harbour again, at its highest. A new pull from the old plate.',
    supply: 200,
    deployedAt: 0,
    picture: 'full',
    phases: [{ title: 'Public', from: 0, to: 500, eth: '0.002', limit: 5, minted: 12 }],
  },
  {
    chain: 'local',
    creator: 3,
    kind: 'open_edition',
    name: 'Second State',
    symbol: 'STATE',
    alias: null,
    description:
      'The plate has been worked over since you last saw it. Open for three weeks.',
    supply: null,
    deployedAt: 0,
    picture: 'diptych',
    phases: [{ title: 'Public', from: 0, to: 504, eth: '0', limit: 10, minted: 9 }],
  },
  {
    chain: 'local-two',
    creator: 5,
    kind: 'drop',
    name: 'New Moons',
    symbol: 'NEW',
    alias: null,
    description: 'Cut from what was left of the sheet.',
    supply: 120,
    deployedAt: 0,
    picture: 'wide-margin',
    phases: [{ title: 'Public', from: 0, to: 600, eth: '0.001', limit: 4, minted: 8 }],
  },
]

export type Work = {
  chain: 'local' | 'local-two'
  /** Which of the creators made it, from 0. */
  creator: number
  kind: 'drop' | 'open_edition' | 'edition'
  name: string
  symbol: string
  /** Its slug; null for none. */
  alias: string | null
  description: string
  /** Null: no cap. */
  supply: number | null
  deployedAt: number
  /** How its picture is composed; null: it has none, and the generated plate stands in. */
  picture: 'full' | 'wide-margin' | 'diptych' | 'four-up' | null
  hasCover?: boolean
  isPromoted?: boolean
  royaltyBps?: number
  royaltyCeilingBps?: number
  noticeHours?: number
  isSoulbound?: boolean
  links?: { website: string }
  /** Who shares the income; absent: the creator alone. */
  payees?: { creator: number; bps: number }[]
  /** When its creator paused it. */
  pausedAt?: number
  /** Tokens given away right after the deployment. */
  airdropped?: number
  /** True when some mints have a referrer. */
  withReferrals?: boolean
  /** In the order they open; the one without a list is public. */
  phases: WorkPhase[]
}

export type WorkPhase = {
  title: string
  /** Wallets on the list. */
  list?: number
  from: number
  to: number
  /** Price of one token. */
  eth: string
  /** Tokens for each wallet. */
  limit: number
  /** Tokens for the whole phase. */
  cap?: number
  /** Tokens minted by now. */
  minted?: number
}

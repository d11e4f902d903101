import type { Artist } from '../work-types.ts'

/** Signal House. */
export const signalHouse: Artist = {
  account: 6,
  profile: {
    username: 'signal_house',
    bio: 'A studio of three in an old coastguard station. We print signs, clocks and candles.',
    website: 'https://example.org/signal-house',
    art: { scene: 'flags', inks: [2], grounds: ['paper'] },
  },
  works: [
    {
      chain: 'local',
      kind: 'drop',
      name: 'Signal',
      symbol: 'SIGNAL',
      alias: 'signal',
      description:
        'Flag hoists that spell one sentence, a letter at a time. Collect the alphabet or only your own initials.\n\nThe flags are mine and the code is not the navy’s. The key is printed on the last sheet of the edition.',
      supply: 500,
      deployedAt: -26,
      art: { scene: 'flags', inks: [5, 8, 2], grounds: ['paper', 'deep'] },
      phases: [{ title: 'Public', from: -25, to: 480, eth: '0', limit: 3, minted: 46 }],
    },
    {
      chain: 'local',
      kind: 'open_edition',
      name: 'Halftone Hours',
      symbol: 'HALF',
      alias: 'halftone-hours',
      description:
        'A clock face in a single screen of dots. The edition is open until the hand comes round again.\n\nStand back to read the time. Come close and it is gone.',
      supply: null,
      deployedAt: -39,
      art: { scene: 'clock', inks: [6, 3], grounds: ['deep'] },
      phases: [
        { title: 'Public', from: -38.5, to: 9.5, eth: '0.0012', limit: 12, minted: 58 },
      ],
    },
    {
      chain: 'local',
      kind: 'drop',
      name: 'Slow Burn',
      symbol: 'BURN',
      alias: 'slow-burn',
      description:
        'A hundred and fifty candles, each drawn for as long as it lasted. Subscribers are let in an evening early.\n\nTall ones were drawn in a hurry. For the short ones there was time.',
      supply: 150,
      deployedAt: -6,
      art: {
        scene: 'candle',
        inks: [4, 1, 3],
        grounds: ['paper', 'tinted', 'deep'],
        hasMargin: true,
      },
      phases: [
        { title: 'Subscribers', list: 20, from: 119, to: 131, eth: '0.003', limit: 2 },
        { title: 'Public', from: 131, to: 400, eth: '0.0042', limit: 3 },
      ],
    },
    {
      chain: 'local',
      kind: 'drop',
      name: 'Sundial',
      symbol: 'DIAL',
      alias: 'sundial',
      description:
        'Forty shadows of one stick on one day. Sold out before the evening, and frozen so that no shadow can move.\n\nThe dial stands in the yard behind the studio. It is right twice a year.',
      supply: 40,
      deployedAt: -400,
      art: { scene: 'shadow', inks: [4, 1, 8], grounds: ['paper', 'deep', 'tinted'] },
      isSet: true,
      frozenAt: -190,
      phases: [
        { title: 'Public', from: -399, to: -220, eth: '0.0011', limit: 2, minted: 40 },
      ],
    },
  ],
}

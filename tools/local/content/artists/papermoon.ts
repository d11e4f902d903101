import type { Artist } from '../work-types.ts'

/** Yusuf Demir. */
export const papermoon: Artist = {
  account: 5,
  profile: {
    username: 'papermoon',
    bio: 'Yusuf Demir. Suns, moons and what stays on the eye. Cut paper, then copper.',
    website: 'https://example.org/papermoon',
    art: { scene: 'moons', inks: [7], grounds: ['deep'] },
  },
  works: [
    {
      chain: 'local-two',
      kind: 'drop',
      name: 'Paper Moons',
      symbol: 'MOON',
      alias: 'paper-moons',
      description:
        'Four hundred moons cut from the same sheet, so that each one is missing from the others.\n\nA full cycle takes twenty-nine and a half days. The edition takes four hundred: one moon for each night I kept the scissors on the windowsill.',
      supply: 400,
      deployedAt: -18,
      art: { scene: 'moons', inks: [7, 1, 5], grounds: ['deep', 'tinted'] },
      hasCover: true,
      phases: [{ title: 'Public', from: 52, to: 220, eth: '0.002', limit: 5 }],
    },
    {
      chain: 'local',
      kind: 'drop',
      name: 'Meridian',
      symbol: 'MERID',
      alias: 'meridian',
      description:
        'Three hundred noons, each from a different place on the same line. Collectors and friends pay less, and everyone may come in.\n\nPeople along the meridian wrote down when their shadow was shortest, and I drew the sun where it stood.',
      supply: 300,
      deployedAt: -120,
      art: { scene: 'noon', inks: [6, 8, 2], grounds: ['tinted', 'deep'] },
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
      chain: 'local-two',
      kind: 'drop',
      name: 'Afterimage',
      symbol: 'AFTER',
      alias: 'afterimage',
      description:
        'What stays when you look away. Minting rests until the artist is back from the press.\n\nHold your eyes on the middle for twenty seconds, then look at a white wall.',
      supply: 200,
      deployedAt: -140,
      art: { scene: 'halftone', inks: [2, 4], grounds: ['deep'] },
      pausedAt: -30,
      phases: [
        { title: 'Public', from: -138, to: 260, eth: '0.003', limit: 4, minted: 27 },
      ],
    },
  ],
}

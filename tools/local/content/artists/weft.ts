import type { Artist } from '../work-types.ts'

/** Tomoe Arai. */
export const weft: Artist = {
  account: 3,
  profile: {
    username: 'weft',
    bio: 'Tomoe Arai. Weaver and printmaker. Everything here could be made as cloth.',
    website: 'https://example.org/weft',
    art: { scene: 'weave', inks: [5], grounds: ['deep'] },
  },
  works: [
    {
      chain: 'local',
      kind: 'drop',
      name: 'Warp & Weft',
      symbol: 'WEFT',
      alias: 'warp-and-weft',
      description:
        'Every sheet is a weave that could be woven. The drafts are real: threading, tie-up and treadling come with the print.\n\nI am a weaver first. These started as notes for cloth and became pictures when I ran out of loom.',
      supply: 250,
      deployedAt: -340,
      art: { scene: 'weave', inks: [5, 4, 6], grounds: ['deep', 'paper'] },
      phases: [
        { title: 'Public', from: -338, to: 410, eth: '0.003', limit: 5, minted: 88 },
      ],
      withReferrals: true,
    },
    {
      chain: 'local-two',
      kind: 'open_edition',
      name: 'Overprint',
      symbol: 'OVER',
      alias: 'overprint',
      description:
        'The same plate printed over itself until the edition closes. Everyone gets the same sheet, and it grows darker with each mint.\n\nWhen the edition ends, the plate is cancelled with a cut across the corner.',
      supply: null,
      deployedAt: -74,
      art: { scene: 'tiles', inks: [4, 2], grounds: ['paper'] },
      phases: [
        { title: 'Public', from: -72, to: 46, eth: '0.0008', limit: 20, minted: 121 },
      ],
    },
    {
      chain: 'local-two',
      kind: 'edition',
      name: 'Field Notes',
      symbol: 'FIELD',
      alias: 'field-notes',
      description:
        'A page a week from one notebook, this week’s on top. The edition is as large as its readers.\n\nNothing was written for print. Some of it was not written to be read.',
      supply: null,
      deployedAt: -84,
      art: { scene: 'notebook', inks: [2, 7], grounds: ['paper'] },
      phases: [
        { title: 'Public', from: -82, to: 74, eth: '0.0009', limit: 30, minted: 97 },
      ],
      withReferrals: true,
    },
  ],
}

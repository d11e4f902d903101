import type { Artist } from '../work-types.ts'

/** Odile Kermarrec. */
export const nightboat: Artist = {
  account: 2,
  profile: {
    username: 'nightboat',
    bio: 'Odile Kermarrec. I draw what can be seen from ferries after dark, and what the sea brings back.',
    website: 'https://example.org/nightboat',
    art: { scene: 'ferry', inks: [2], grounds: ['deep'] },
  },
  works: [
    {
      chain: 'local-two',
      kind: 'drop',
      name: 'Night Ferry',
      symbol: 'FERRY',
      alias: 'night-ferry',
      description:
        'Lights on the water between two ports, printed the way they are remembered: out of order.\n\nThe crossing takes forty minutes and the last boat leaves at eleven. Minting was free for everyone who was awake.',
      supply: 150,
      deployedAt: -640,
      art: { scene: 'ferry', inks: [8, 7, 2], grounds: ['deep'] },
      isSet: true,
      phases: [
        { title: 'Public', from: -639, to: -470, eth: '0', limit: 4, minted: 150 },
      ],
    },
    {
      chain: 'local',
      kind: 'drop',
      name: 'Driftglass',
      symbol: 'DRIFT',
      alias: 'driftglass',
      description:
        'Sixty handfuls of glass and what the sea did to them. The income is shared with the two divers who found the pieces.\n\nSharp ones are from last winter’s storms. Frosted ones have been down there longer than the three of us have been alive.',
      supply: 60,
      deployedAt: -60,
      art: { scene: 'glass', inks: [7, 0, 8], grounds: ['deep', 'tinted'] },
      isSet: true,
      royaltyBps: 500,
      payees: [
        { creator: 2, bps: 6000 },
        { creator: 4, bps: 2500 },
        { creator: 6, bps: 1500 },
      ],
      phases: [
        { title: 'Public', from: -58, to: 420, eth: '0.006', limit: 2, minted: 12 },
      ],
    },
  ],
}

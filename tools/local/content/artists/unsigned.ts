import type { Artist } from '../work-types.ts'

/** A creator who has set no profile. */
export const unsigned: Artist = {
  account: 8,
  profile: null,
  works: [
    {
      chain: 'local',
      kind: 'drop',
      name: 'The Lighthouse Keeper’s Almanac',
      symbol: 'ALMANAC',
      alias: null,
      description:
        'One page for each day of a keeper’s year: weather, visitors, oil, and what was seen.\n\nThe pages follow the log of a light that was switched off in 1986. Nothing is invented, and little is explained.',
      supply: 1200,
      deployedAt: -40,
      art: null,
      phases: [{ title: 'Public', from: 7.7, to: 360, eth: '0.0015', limit: 10 }],
    },
    {
      chain: 'local-two',
      kind: 'drop',
      name: 'Groundwork',
      symbol: 'GROUND',
      alias: 'groundwork',
      description:
        'Fifty-four rubbings of the studio floor, taken board by board before the move.\n\nForty years of other people’s feet are in there, and one dropped plate.',
      supply: 54,
      deployedAt: -160,
      art: { scene: 'floor', inks: [9, 7, 0], grounds: ['paper', 'tinted'] },
      isSet: true,
      phases: [
        { title: 'Public', from: -158, to: 500, eth: '0.004', limit: 2, minted: 54 },
      ],
    },
    {
      chain: 'local',
      kind: 'drop',
      name: 'Causeway',
      symbol: 'CAUSE',
      alias: 'causeway',
      description:
        'Stepping stones, numbered from the shore. Free, and gone in a weekend.\n\nTwice a day the sea takes the path away. The print shows what was left of it when I crossed.',
      supply: 90,
      deployedAt: -440,
      art: { scene: 'stones', inks: [2, 5, 8], grounds: ['paper', 'deep'] },
      phases: [{ title: 'Public', from: -438, to: -200, eth: '0', limit: 3, minted: 90 }],
    },
    {
      chain: 'local',
      kind: 'drop',
      name: 'Small Hours',
      symbol: 'SMALL',
      alias: 'small-hours',
      description:
        'A hundred drawings made between two and four in the morning, from one window. A few are left.\n\nThe lit windows are true. The hour is in the traits, and so is the number of people awake.',
      supply: 100,
      deployedAt: -300,
      art: { scene: 'night', inks: [5, 8, 3], grounds: ['deep', 'deep', 'tinted'] },
      isSet: true,
      phases: [
        { title: 'Public', from: -298, to: 200, eth: '0.0006', limit: 4, minted: 93 },
      ],
    },
    {
      chain: 'local-two',
      kind: 'drop',
      name: 'High Street',
      symbol: 'HIGH',
      alias: 'high-street',
      description:
        'Forty shop fronts, most of them closed now. The edition ends at eleven tonight.\n\nI drew one each morning before the street woke. If the shutter is up, they were still trading when I passed.',
      supply: 40,
      deployedAt: -62,
      art: { scene: 'houses', inks: [0, 1, 9], grounds: ['paper', 'tinted', 'deep'] },
      isSet: true,
      royaltyBps: 500,
      phases: [
        { title: 'Public', from: -60, to: 11.1, eth: '0.0075', limit: 2, minted: 22 },
      ],
    },
  ],
}

import type { Artist } from '../work-types.ts'

/** Maarten Noordhoek. */
export const lowCountry: Artist = {
  account: 1,
  profile: {
    username: 'low_country',
    bio: 'Maarten Noordhoek. Light over flat country. Linocut and screenprint, mostly in winter.',
    website: 'https://example.org/low-country',
    art: { scene: 'sunAndLand', inks: [4], grounds: ['tinted'] },
  },
  works: [
    {
      chain: 'local',
      kind: 'drop',
      name: 'Low Sun',
      symbol: 'LOWSUN',
      alias: 'low-sun',
      description:
        'The last half hour of winter light over flat country. Two inks on each sheet, and one of them is always the sun.\n\nI drew these from the same gate at the end of the same lane, every clear afternoon from November to February. The poplars were there; how many you see depends on where I stood.',
      supply: 240,
      deployedAt: -530,
      art: {
        scene: 'sunAndLand',
        inks: [4, 0, 2, 7],
        grounds: ['tinted', 'paper', 'deep', 'tinted'],
      },
      isSet: true,
      royaltyBps: 500,
      phases: [
        { title: 'Public', from: -528, to: 300, eth: '0.001', limit: 10, minted: 188 },
      ],
      withReferrals: true,
    },
    {
      chain: 'local',
      kind: 'edition',
      name: 'Undertow',
      symbol: 'UNDER',
      alias: 'undertow',
      description:
        'One image, seven hundred and fifty copies, all of them the same and none of them first.\n\nThe rings are what a stone leaves. The current beneath them goes the other way.',
      supply: 750,
      deployedAt: -180,
      art: { scene: 'rings', inks: [5, 8], grounds: ['deep'] },
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
      kind: 'drop',
      name: 'Sediment',
      symbol: 'SEDI',
      alias: 'sediment',
      description:
        'Layers laid down one a day for as long as the edition was open.\n\nSilt in the mornings, sand after storms. The thin dark lines are the days on which nothing settled.',
      supply: 350,
      deployedAt: -700,
      art: {
        scene: 'tide',
        inks: [9, 4, 7],
        grounds: ['paper', 'tinted'],
        hasMargin: true,
      },
      phases: [
        { title: 'Public', from: -698, to: -300, eth: '0.0018', limit: 5, minted: 65 },
      ],
    },
    {
      chain: 'local-two',
      kind: 'drop',
      name: 'Rain on Slate',
      symbol: 'SLATE',
      alias: 'rain-on-slate',
      description:
        'Roofs, from the window of a train that passed through.\n\nOne slate in thirty is newer than the rest. The colour shows which, until it rains.',
      supply: 200,
      deployedAt: -610,
      art: { scene: 'roofs', inks: [3, 8, 7], grounds: ['paper', 'tinted'] },
      phases: [
        { title: 'Public', from: -608, to: -400, eth: '0.0014', limit: 5, minted: 43 },
      ],
    },
  ],
}

import type { Artist } from '../work-types.ts'

/** Bea Lindqvist. */
export const margins: Artist = {
  account: 4,
  profile: {
    username: 'margins',
    bio: 'Bea Lindqvist. Cartographer of margins: ornament, festivals, places that stay with you.',
    website: null,
    art: { scene: 'cartouche', inks: [1], grounds: ['paper'] },
  },
  works: [
    {
      chain: 'local-two',
      kind: 'drop',
      name: 'Cartouche',
      symbol: 'CART',
      alias: 'cartouche',
      description:
        'Empty frames from three centuries of map-making, engraved once more with nothing inside.\n\nCartographers put their best work around the title, where there was no coast to get right. I kept the ornament and left out the place.',
      supply: 300,
      deployedAt: -690,
      art: {
        scene: 'cartouche',
        inks: [1, 7, 9],
        grounds: ['paper', 'deep'],
        hasMargin: true,
      },
      phases: [
        { title: 'Public', from: -688, to: -330, eth: '0.002', limit: 5, minted: 77 },
      ],
    },
    {
      chain: 'local',
      kind: 'drop',
      name: 'Lanterns',
      symbol: 'LANTERN',
      alias: 'lanterns',
      description:
        'A street festival drawn from its lights alone. Free, two to a household.\n\nThe strings were counted on the night; the people were not.',
      supply: 320,
      deployedAt: -100,
      art: { scene: 'lanterns', inks: [1, 4, 3], grounds: ['deep'] },
      phases: [{ title: 'Public', from: -98, to: 380, eth: '0', limit: 2, minted: 63 }],
    },
    {
      chain: 'local-two',
      kind: 'drop',
      name: 'Terrace',
      symbol: 'TERR',
      alias: 'terrace',
      description:
        'Proof that you were on the terrace that summer. It stays with the wallet that minted it.\n\nThere is no picture. Those who were there have their own.',
      supply: 128,
      deployedAt: -90,
      art: null,
      isSoulbound: true,
      phases: [
        { title: 'Public', from: -88, to: 350, eth: '0.0025', limit: 1, minted: 21 },
      ],
    },
  ],
}

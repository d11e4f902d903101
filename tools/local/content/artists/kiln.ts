import type { Artist } from '../work-types.ts'

/** Ruth Ashdown. */
export const kiln: Artist = {
  account: 7,
  profile: {
    username: 'kiln',
    bio: 'Ruth Ashdown. Potter with a press. Glazes, fields and orchards.',
    website: null,
    art: { scene: 'glaze', inks: [4], grounds: ['tinted'] },
  },
  works: [
    {
      chain: 'local',
      kind: 'drop',
      name: 'Kiln',
      symbol: 'KILN',
      alias: 'kiln',
      description:
        'Eighty firings of one glaze on eighty bowls. The temperature is in the traits, the surprise is not.\n\nBelow twelve hundred degrees the glaze stands still. Above thirteen hundred it runs off the foot and ruins the shelf. Every print is one firing between the two.',
      supply: 80,
      deployedAt: -13,
      art: { scene: 'glaze', inks: [4, 8, 9, 0], grounds: ['tinted', 'paper'] },
      isSet: true,
      royaltyBps: 1000,
      phases: [
        { title: 'Public', from: -12, to: 250, eth: '0.005', limit: 2, minted: 9 },
      ],
    },
    {
      chain: 'local',
      kind: 'drop',
      name: 'Winter Wheat',
      symbol: 'WHEAT',
      alias: 'winter-wheat',
      description:
        'Fields in February, sown in autumn and waiting. Minting is paused while the second plate is cut again.\n\nThe rows meet at a point behind the hedge that no one has walked to.',
      supply: 240,
      deployedAt: -250,
      art: { scene: 'wheat', inks: [0, 8, 1], grounds: ['paper', 'deep', 'tinted'] },
      pausedAt: -20,
      phases: [
        { title: 'Public', from: -248, to: 330, eth: '0.002', limit: 4, minted: 58 },
      ],
    },
    {
      chain: 'local-two',
      kind: 'drop',
      name: 'Orchard Rows',
      symbol: 'ORCH',
      alias: 'orchard-rows',
      description:
        'Ninety trees in nine rows, one tree to a print. Picked clean.\n\nThe orchard was grubbed out in spring. This is its plan, tree by tree, as the owner remembered it.',
      supply: 90,
      deployedAt: -560,
      art: { scene: 'orchard', inks: [6, 8, 1], grounds: ['paper', 'deep'] },
      phases: [{ title: 'Public', from: -558, to: -380, eth: '0', limit: 3, minted: 90 }],
    },
  ],
}

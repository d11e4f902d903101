/** Libraries measured beside our contracts in the same run, each in one thin drop. */
export const LIBRARIES = ['erc721a', 'solady', 'openzeppelin'] as const
export type Library = (typeof LIBRARIES)[number]
export const SUBJECTS = ['collection', ...LIBRARIES] as const
export type Subject = (typeof SUBJECTS)[number]

/** Systems measured once, from their own code and with the same settings. */
export const CITED = {
  solmate: 'solmate 6.8.0, in the same thin drop',
  seadropClone: 'SeaDrop over erc721a 4.1.0, token as a clone',
  seadrop: 'SeaDrop over erc721a 4.1.0, token deployed whole',
  zora: 'Zora drops of 2022 over erc721a-upgradeable 3.3.0, UUPS proxy',
  thirdweb: 'thirdweb DropERC721 over OpenZeppelin 4.8.3, clone',
  manifold: 'Manifold creator core with lazy claim',
} as const
export type CitedSystem = keyof typeof CITED

type Cited = { system: string; gas: number }

/** Row of the table: gas of one whole transaction, or of one more unit of something. */
export type GasRow = {
  name: string
  /** Subjects with a snapshot of this row. */
  subjects: readonly Subject[]
  /** The row is the difference of two others, shared out over `count` steps. */
  difference?: { of: string; from: string; count: number }
  target?: number
  /** Figure to compare with that is no limit; docs/contracts.md has the reason. */
  goal?: number
  /** It may cost up to READABLE_ALLOWANCE more, so that a reviewer can follow the code. */
  isReadable?: true
  /** The cheapest other way to do the same. */
  anchor?: Library | Cited
  /** The target is above the anchor already; docs/contracts.md has the reason. */
  isAboveAnchor?: true
  cited?: Partial<Record<CitedSystem, number>>
}

export const READABLE_ALLOWANCE = 300

const OURS = ['collection'] as const
const ALL = SUBJECTS
const MULTI_TOKEN = ['collection', 'solady', 'openzeppelin'] as const

const PUSHED_REFERRAL: Cited = {
  system: 'a drop that pays the referrer at once',
  gas: 105_286,
}
const SEADROP_CREATION: Cited = { system: CITED.seadropClone, gas: 276_983 }
const zora = (gas: number): Cited => ({ system: CITED.zora, gas })

/** Every row, in the order of the table; the contract tests measure them under these names. */
export const GAS_ROWS: readonly GasRow[] = [
  {
    name: 'create',
    subjects: ALL,
    target: 125_000,
    anchor: SEADROP_CREATION,
    cited: {
      solmate: 1_858_084,
      seadropClone: 276_983,
      seadrop: 4_456_719,
      zora: 470_689,
      thirdweb: 773_143,
      manifold: 6_437_760,
    },
  },
  {
    name: 'open the sale',
    subjects: LIBRARIES,
    cited: {
      solmate: 70_175,
      seadropClone: 62_066,
      seadrop: 59_189,
      zora: 0,
      thirdweb: 372_672,
      manifold: 350_761,
    },
  },
  { name: 'create with a list', subjects: OURS, goal: 127_500 },
  {
    name: 'create with a list and a provenance hash',
    subjects: OURS,
    goal: 132_000,
  },
  { name: 'create with 2 payees', subjects: OURS },
  { name: 'create with 16 payees', subjects: OURS },
  {
    name: 'each further payee',
    subjects: [],
    difference: { of: 'create with 16 payees', from: 'create with 2 payees', count: 14 },
    goal: 4_900,
  },
  { name: 'create an edition', subjects: MULTI_TOKEN },

  {
    name: 'mint 1',
    subjects: ALL,
    target: 76_000,
    anchor: 'erc721a',
    cited: {
      solmate: 98_337,
      seadropClone: 121_016,
      seadrop: 118_142,
      zora: 92_760,
      thirdweb: 167_057,
      manifold: 141_041,
    },
  },
  {
    name: 'mint 2',
    subjects: ALL,
    anchor: 'erc721a',
    cited: {
      solmate: 123_021,
      seadropClone: 122_946,
      seadrop: 120_090,
      zora: 94_708,
      thirdweb: 169_005,
      manifold: 171_605,
    },
  },
  {
    name: 'mint 5',
    subjects: ALL,
    target: 83_600,
    anchor: 'erc721a',
    cited: {
      solmate: 197_073,
      seadropClone: 128_736,
      seadrop: 125_934,
      zora: 100_552,
      thirdweb: 174_849,
      manifold: 251_126,
    },
  },
  {
    name: 'mint 10',
    subjects: ALL,
    target: 93_200,
    anchor: 'erc721a',
    cited: {
      solmate: 320_493,
      seadropClone: 138_386,
      seadrop: 135_674,
      zora: 133_356,
      thirdweb: 184_589,
      manifold: 383_663,
    },
  },
  {
    name: 'mint 50',
    subjects: ALL,
    target: 169_600,
    anchor: 'erc721a',
    cited: {
      solmate: 1_307_853,
      seadropClone: 215_586,
      seadrop: 213_594,
      zora: 326_596,
      thirdweb: 262_509,
      manifold: 1_444_126,
    },
  },
  {
    name: 'mint 1 again',
    subjects: ALL,
    target: 58_900,
    anchor: 'erc721a',
    cited: {
      solmate: 64_137,
      seadropClone: 103_916,
      seadrop: 101_042,
      zora: 75_660,
      thirdweb: 132_857,
    },
  },
  { name: 'free mint 1', subjects: ALL, target: 76_000, anchor: 'erc721a' },
  { name: 'mint 1, public phase with a cap', subjects: OURS, target: 81_200 },
  { name: 'soulbound mint 1', subjects: OURS },
  { name: 'mintTo 1', subjects: OURS, target: 77_400 },
  { name: 'mintTo 5', subjects: OURS, target: 85_100 },
  {
    name: 'mintTo 1, first of a referrer',
    subjects: OURS,
    target: 101_400,
    anchor: PUSHED_REFERRAL,
  },
  {
    name: 'mintTo 1, referrer again',
    subjects: OURS,
    target: 84_300,
    anchor: PUSHED_REFERRAL,
  },

  {
    name: 'allowlist 1, first list',
    subjects: ALL,
    target: 85_700,
    anchor: 'erc721a',
    cited: {
      solmate: 109_260,
      seadropClone: 131_233,
      seadrop: 128_359,
      zora: 121_565,
      thirdweb: 193_844,
    },
  },
  {
    name: 'allowlist 5, first list',
    subjects: ALL,
    target: 93_400,
    anchor: 'erc721a',
    cited: {
      solmate: 208_016,
      seadropClone: 138_963,
      seadrop: 136_161,
      zora: 129_359,
      thirdweb: 201_356,
    },
  },
  { name: 'allowlist 1, first list, with arguments', subjects: OURS, target: 86_100 },
  { name: 'allowlist 5, first list, with arguments', subjects: OURS, target: 93_800 },
  {
    name: 'allowlist 1, later list',
    subjects: OURS,
    target: 87_500,
    anchor: zora(121_565),
  },
  {
    name: 'allowlist 5, later list',
    subjects: OURS,
    target: 95_200,
    anchor: zora(129_359),
  },
  { name: 'allowlist 1, later list, with arguments', subjects: OURS, target: 88_300 },
  { name: 'allowlist 5, later list, with arguments', subjects: OURS, target: 96_000 },
  { name: 'allowlist 1, later list beside the first', subjects: OURS },
  {
    name: 'allowlist 1, phase with a cap, later list',
    subjects: OURS,
    target: 93_400,
  },
  {
    name: 'allowlist 5, phase with a cap, later list',
    subjects: OURS,
    target: 101_100,
  },

  {
    name: 'transfer inside a batch of 10',
    subjects: ALL,
    target: 77_000,
    anchor: 'erc721a',
    cited: {
      solmate: 59_273,
      seadropClone: 116_865,
      seadrop: 114_182,
      zora: 120_117,
      thirdweb: 124_597,
      manifold: 68_681,
    },
  },
  {
    name: 'transfer of the head of 10',
    subjects: ALL,
    target: 82_000,
    anchor: 'erc721a',
    cited: {
      solmate: 59_273,
      seadropClone: 88_720,
      seadrop: 86_037,
      zora: 91_278,
      thirdweb: 95_758,
      manifold: 68_681,
    },
  },
  { name: 'transfer of the 40th of 50', subjects: ALL },
  {
    name: 'transfer of a settled token',
    subjects: ALL,
    target: 59_800,
    anchor: 'solady',
    isAboveAnchor: true,
  },
  { name: 'ownerOf, last of 10, sent as a transaction', subjects: ALL },
  { name: 'ownerOf, last of 50, sent as a transaction', subjects: ALL },
  { name: 'first burn, inside a batch of 10', subjects: OURS },
  { name: 'burn inside a batch of 10', subjects: OURS },
  { name: 'burn by id, 21st of 50', subjects: OURS },
  { name: 'airdrop 1 to each of 10', subjects: OURS },

  { name: 'release to one payee, first', subjects: OURS, target: 63_500 },
  { name: 'release to one payee, again', subjects: OURS, target: 46_400 },
  { name: 'release to the platform, first', subjects: OURS },
  { name: 'release to the platform, again', subjects: OURS },
  { name: 'release to a referrer', subjects: OURS },

  {
    name: 'edition mint 1',
    subjects: MULTI_TOKEN,
    target: 55_000,
    anchor: 'solady',
    cited: { solmate: 75_201 },
  },
  {
    name: 'edition mint 50',
    subjects: MULTI_TOKEN,
    target: 55_000,
    anchor: 'solady',
    cited: { solmate: 75_201 },
  },
  {
    name: 'edition mint again',
    subjects: MULTI_TOKEN,
    target: 37_200,
    anchor: 'solady',
  },

  { name: 'setPublicPhase, at once', subjects: OURS },
  { name: 'setPublicPhase, announced', subjects: OURS },
  { name: 'applyPublicPhase', subjects: OURS },
  { name: 'addList', subjects: OURS },
  { name: 'removeList', subjects: OURS },
  { name: 'removeList of the first list', subjects: OURS },
]

/** Gas by row name. */
export type Figures = Record<string, number>
export type AllFigures = Record<Subject, Figures>

/** Returns the gas of the row for one subject; undefined where it was not measured. */
export function findGas(row: GasRow, figures: Figures): number | undefined {
  if (!row.difference) return figures[row.name]
  const { of, from, count } = row.difference
  const [high, low] = [figures[of], figures[from]]
  if (high === undefined || low === undefined) return undefined
  return Math.ceil((high - low) / count)
}

/** Returns the gas of the row's anchor, measured in this run or cited. */
export function findAnchorGas(row: GasRow, figures: AllFigures): number | undefined {
  if (row.anchor === undefined) return undefined
  return typeof row.anchor === 'string' ? figures[row.anchor][row.name] : row.anchor.gas
}

/** Returns the highest gas allowed for the row; undefined where it has no target. */
export function computeLimit(row: GasRow, figures: AllFigures): number | undefined {
  if (row.target === undefined) return undefined
  const limit = row.target + (row.isReadable ? READABLE_ALLOWANCE : 0)
  const anchor = row.isAboveAnchor ? undefined : findAnchorGas(row, figures)
  return anchor === undefined ? limit : Math.min(limit, anchor)
}

/** Returns a sentence for every row that exceeds its limit or was not measured. */
export function listProblems(figures: AllFigures): string[] {
  return GAS_ROWS.flatMap((row) => {
    const limit = computeLimit(row, figures)
    if (limit === undefined) return []
    const gas = findGas(row, figures.collection)
    if (gas === undefined) return [`${row.name}: not measured`]
    return gas > limit ? [`${row.name}: ${gas} is ${gas - limit} above ${limit}`] : []
  })
}

/** Libraries measured beside our contracts in the same run, each in one thin drop. */
export const LIBRARIES = ['erc721a', 'solady', 'openzeppelin'] as const
export type Library = (typeof LIBRARIES)[number]
export const SUBJECTS = ['collection', 'names', 'badges', ...LIBRARIES] as const
export type Subject = (typeof SUBJECTS)[number]

/** Systems measured once, from their own code and with the same settings: recorded, not run. */
export const CITED = {
  solmate: 'solmate 6.8.0, in the same thin drop',
  seadropClone: 'SeaDrop over erc721a 4.1.0, token as a clone',
  seadrop: 'SeaDrop over erc721a 4.1.0, token deployed whole',
  zora: 'Zora drops of 2022 over erc721a-upgradeable 3.3.0, UUPS proxy',
  thirdweb: 'thirdweb DropERC721 over OpenZeppelin 4.8.3, clone',
  manifold: 'Manifold creator core with lazy claim',
  ens: 'ENS, contracts of October 2024 with NameWrapper; one year, 10 letters',
  basenames: 'Basenames, contracts of November 2025; one year, 10 letters',
} as const
export type CitedSystem = keyof typeof CITED

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
  /** The cheapest other way to do the same: a system, or the gas of one without a column. */
  anchor?: Library | CitedSystem | number
  /** The target is above the anchor already; docs/contracts.md has the reason. */
  isAboveAnchor?: true
}

const OURS = ['collection'] as const
const NAMES = ['names'] as const
const BADGES = ['badges'] as const
const ALL = ['collection', ...LIBRARIES] as const
const MULTI_TOKEN = ['collection', 'solady', 'openzeppelin'] as const

/** A drop that pays the referrer at once. */
const PUSHED_REFERRAL = 105_286
/** A list of Zora drops, which know no first one. */
const ZORA_LIST = { one: 121_565, five: 129_359 }

/** The figures of the systems that sell names, behind those of the systems that sell tokens. */
const nameSystems = (ensGas: number, basenamesGas: number | null) =>
  [...[null, null, null, null, null, null], ensGas, basenamesGas] as const

/** Gas by row of each system of `CITED`, in its order; null where it was not measured. */
const CITED_GAS: Record<string, readonly (number | null)[]> = {
  create: [1_858_084, 276_983, 4_456_719, 470_689, 773_143, 6_437_760],
  'open the sale': [70_175, 62_066, 59_189, 0, 372_672, 350_761],
  'mint 1': [98_337, 121_016, 118_142, 92_760, 167_057, 141_041],
  'mint 2': [123_021, 122_946, 120_090, 94_708, 169_005, 171_605],
  'mint 5': [197_073, 128_736, 125_934, 100_552, 174_849, 251_126],
  'mint 10': [320_493, 138_386, 135_674, 133_356, 184_589, 383_663],
  'mint 50': [1_307_853, 215_586, 213_594, 326_596, 262_509, 1_444_126],
  'mint 1 again': [64_137, 103_916, 101_042, 75_660, 132_857],
  'allowlist 1, first list': [109_260, 131_233, 128_359, 121_565, 193_844],
  'allowlist 5, first list': [208_016, 138_963, 136_161, 129_359, 201_356],
  'transfer inside a batch of 10': [59_273, 116_865, 114_182, 120_117, 124_597, 68_681],
  'transfer of the head of 10': [59_273, 88_720, 86_037, 91_278, 95_758, 68_681],
  'edition mint 1': [75_201],
  'edition mint 50': [75_201],
  'name register': nameSystems(228_839, 181_036),
  'name register with primary': nameSystems(357_231, 319_358),
  'name commit': nameSystems(44_190, null),
  'name set primary, first': nameSystems(113_504, 116_965),
  'name set primary, change': nameSystems(54_859, 59_160),
  'name set text, first': nameSystems(63_326, 61_810),
  'name set address': nameSystems(64_956, 62_469),
  'name transfer, new recipient': nameSystems(36_934, 95_006),
}

/** Every row, in the order of the table; the contract tests measure them under these names. */
export const GAS_ROWS: readonly GasRow[] = [
  { name: 'create', subjects: ALL, target: 125_000, anchor: 'seadropClone' },
  { name: 'open the sale', subjects: LIBRARIES },
  { name: 'create with a list', subjects: OURS, goal: 127_500 },
  { name: 'create with a list and a provenance hash', subjects: OURS, goal: 132_000 },
  { name: 'create with 2 payees', subjects: OURS },
  { name: 'create with 16 payees', subjects: OURS },
  { name: 'create with a royalty split of 2 payees', subjects: OURS },
  {
    name: 'each further payee',
    subjects: [],
    difference: { of: 'create with 16 payees', from: 'create with 2 payees', count: 14 },
    goal: 4_900,
  },
  { name: 'create an edition', subjects: MULTI_TOKEN },

  { name: 'mint 1', subjects: ALL, target: 76_000, anchor: 'erc721a' },
  { name: 'mint 2', subjects: ALL, anchor: 'erc721a' },
  { name: 'mint 5', subjects: ALL, target: 83_600, anchor: 'erc721a' },
  { name: 'mint 10', subjects: ALL, target: 93_200, anchor: 'erc721a' },
  { name: 'mint 50', subjects: ALL, target: 169_600, anchor: 'erc721a' },
  { name: 'mint 1 again', subjects: ALL, target: 58_900, anchor: 'erc721a' },
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

  { name: 'allowlist 1, first list', subjects: ALL, target: 85_700, anchor: 'erc721a' },
  { name: 'allowlist 5, first list', subjects: ALL, target: 93_400, anchor: 'erc721a' },
  { name: 'allowlist 1, first list, with arguments', subjects: OURS, target: 86_100 },
  { name: 'allowlist 5, first list, with arguments', subjects: OURS, target: 93_800 },
  {
    name: 'allowlist 1, later list',
    subjects: OURS,
    target: 87_500,
    anchor: ZORA_LIST.one,
  },
  {
    name: 'allowlist 5, later list',
    subjects: OURS,
    target: 95_200,
    anchor: ZORA_LIST.five,
  },
  { name: 'allowlist 1, later list, with arguments', subjects: OURS, target: 88_300 },
  { name: 'allowlist 5, later list, with arguments', subjects: OURS, target: 96_000 },
  { name: 'allowlist 1, later list beside the first', subjects: OURS },
  { name: 'allowlist 1, phase with a cap, later list', subjects: OURS, target: 93_400 },
  { name: 'allowlist 5, phase with a cap, later list', subjects: OURS, target: 101_100 },

  {
    name: 'transfer inside a batch of 10',
    subjects: ALL,
    target: 77_000,
    anchor: 'erc721a',
  },
  {
    name: 'transfer of the head of 10',
    subjects: ALL,
    target: 82_000,
    anchor: 'erc721a',
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

  { name: 'edition mint 1', subjects: MULTI_TOKEN, target: 55_000, anchor: 'solady' },
  { name: 'edition mint 50', subjects: MULTI_TOKEN, target: 55_000, anchor: 'solady' },
  { name: 'edition mint again', subjects: MULTI_TOKEN, target: 37_200, anchor: 'solady' },

  { name: 'setPublicPhase, at once', subjects: OURS },
  { name: 'setPublicPhase, announced', subjects: OURS },
  { name: 'applyPublicPhase', subjects: OURS },
  { name: 'addList', subjects: OURS },
  { name: 'removeList', subjects: OURS },
  { name: 'removeList of the first list', subjects: OURS },

  { name: 'name register', subjects: NAMES, target: 75_500, anchor: 'basenames' },
  {
    name: 'name register with primary',
    subjects: NAMES,
    target: 99_000,
    anchor: 'basenames',
  },
  { name: 'name register, second of an owner', subjects: NAMES },
  { name: 'name register with primary and a text', subjects: NAMES },
  { name: 'name commit', subjects: NAMES, anchor: 'ens' },
  { name: 'name register by commitment, with primary', subjects: NAMES },
  { name: 'name set primary, first', subjects: NAMES, target: 47_500, anchor: 'ens' },
  { name: 'name set primary, change', subjects: NAMES, target: 30_500, anchor: 'ens' },
  { name: 'name set text, first', subjects: NAMES, anchor: 'basenames' },
  { name: 'name set text, change', subjects: NAMES },
  { name: 'name set address', subjects: NAMES, anchor: 'basenames' },
  { name: 'name transfer, new recipient', subjects: NAMES, anchor: 'ens' },
  { name: 'name transfer, primary with records', subjects: NAMES },

  { name: 'badge claim', subjects: BADGES, target: 83_200 },
  { name: 'badge claim, second of an account', subjects: BADGES, target: 66_100 },
  { name: 'badge burn', subjects: BADGES },
]

/** Gas by row name. */
export type Figures = Record<string, number>
export type AllFigures = Record<Subject, Figures>

/** Returns the figures that `find` returns for each subject. */
export function mapSubjects(find: (subject: Subject) => Figures): AllFigures {
  // Safe: it has an entry for each subject.
  return Object.fromEntries(SUBJECTS.map((one) => [one, find(one)])) as AllFigures
}

/** Returns our figures that the row belongs to. */
export function findOwnFigures(row: GasRow, figures: AllFigures): Figures {
  const own = (['names', 'badges'] as const).find((one) => row.subjects.includes(one))
  return figures[own ?? 'collection']
}

/** Returns the gas of the row for one subject; undefined where it was not measured. */
export function findGas(row: GasRow, figures: Figures): number | undefined {
  if (!row.difference) return figures[row.name]
  const { of, from, count } = row.difference
  const [high, low] = [figures[of], figures[from]]
  if (high === undefined || low === undefined) return undefined
  return Math.ceil((high - low) / count)
}

/** Returns the gas of the row in a cited system; undefined where it was not measured. */
export function findCitedGas(row: GasRow, system: CitedSystem): number | undefined {
  return CITED_GAS[row.name]?.[Object.keys(CITED).indexOf(system)] ?? undefined
}

/** Returns the gas of the row's anchor, measured in this run or cited. */
export function findAnchorGas(row: GasRow, figures: AllFigures): number | undefined {
  const { name, anchor } = row
  if (anchor === undefined || typeof anchor === 'number') return anchor
  return isCited(anchor) ? findCitedGas(row, anchor) : figures[anchor][name]
}

export function isCited(name: string): name is CitedSystem {
  return name in CITED
}

/** Returns the highest gas allowed for the row; undefined where it has no target. */
export function computeLimit(row: GasRow, figures: AllFigures): number | undefined {
  if (row.target === undefined) return undefined
  const anchor = row.isAboveAnchor ? undefined : findAnchorGas(row, figures)
  return Math.min(row.target, anchor ?? row.target)
}

/** Returns a sentence for every row that exceeds its limit or was not measured. */
export function listProblems(figures: AllFigures): string[] {
  return GAS_ROWS.flatMap((row) => {
    const limit = computeLimit(row, figures)
    if (limit === undefined) return []
    const gas = findGas(row, findOwnFigures(row, figures))
    if (gas === undefined) return [`${row.name}: not measured`]
    return gas > limit ? [`${row.name}: ${gas} is ${gas - limit} above ${limit}`] : []
  })
}

/** The WETH9 that every chain of the OP Stack with ether as its coin has from its first block on. */
const opStackWeth = '0x4200000000000000000000000000000000000006'

/**
 * The token that wraps the native coin of a network, as markets there pay royalties in it, by the
 * alias of the network. Sources: the specification of the OP Stack (predeploys), and for the rest
 * the contract lists of the networks' own documentation. Networks that are left out have none that
 * is beyond doubt; an operator may name one.
 */
const wrappedTokens: Readonly<Record<string, `0x${string}`>> = {
  ethereum: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  arbitrum: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
  'arbitrum-nova': '0x722E8BdD2ce80A4422E880164f2079488e115365',
  apechain: '0x48b62137EdfA95a428D35C09E44256a739F6B557',
  linea: '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f',
  scroll: '0x5300000000000000000000000000000000000004',
  polygon: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
  bsc: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
  ronin: '0xe514d9DEB7966c8BE0ca922de8a064264eA6bcd4',
  gnosis: '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d',
  avalanche: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
  berachain: '0x6969696969696969696969696969696969696969',
  sonic: '0x039e2fB66102314Ce7b64Ce5Ce3E5183bc94aD38',
  zksync: '0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91',
  abstract: '0x3439153EB7AF838Ad19d56E1571FBD09333C2809',
  lens: '0x6bDc36E20D267Ff0dd6097799f82e78907105e2F',
  blast: '0x4300000000000000000000000000000000000004',
  base: opStackWeth,
  optimism: opStackWeth,
  zora: opStackWeth,
  mode: opStackWeth,
  soneium: opStackWeth,
  ink: opStackWeth,
  unichain: opStackWeth,
  worldchain: opStackWeth,
  lisk: opStackWeth,
  shape: opStackWeth,
  superseed: opStackWeth,
  swellchain: opStackWeth,
  'metal-l2': opStackWeth,
  bob: opStackWeth,
  'base-sepolia': opStackWeth,
  'optimism-sepolia': opStackWeth,
  'zora-sepolia': opStackWeth,
  'soneium-minato': opStackWeth,
  'ink-sepolia': opStackWeth,
  'unichain-sepolia': opStackWeth,
  'worldchain-sepolia': opStackWeth,
  'lisk-sepolia': opStackWeth,
}

/** Returns the token that wraps the native coin of a known network; null where none is known. */
export function findWrappedToken(alias: string): `0x${string}` | null {
  return Object.hasOwn(wrappedTokens, alias) ? (wrappedTokens[alias] ?? null) : null
}

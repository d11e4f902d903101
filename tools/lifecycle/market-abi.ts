import { parseAbi } from 'viem'

/** Functions and events that marketplaces use beside ERC-721 and ERC-1155; none is ours. */
export const marketAbi = parseAbi([
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function royaltyInfo(uint256 tokenId, uint256 salePrice) view returns (address receiver, uint256 amount)',
  'function contractURI() view returns (string)',
  'function uri(uint256 id) view returns (string)',
  'event Locked(uint256 tokenId)',
])

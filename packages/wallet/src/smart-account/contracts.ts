import type { Address } from 'viem'

/** Chains on which smart accounts exist: Abstract and its testnet. */
export const smartAccountChainIds = [2741, 11124] as const

/** Contracts of Abstract, at the same addresses on both networks. */
export const accountFactory: Address = '0x9B947df68D35281C972511B3E7BC875926f26C1A'
export const ownerValidator: Address = '0x74b9ae28EC45E3FA11533c7954752597C3De3e7A'
export const sessionModule: Address = '0x34ca1501FAE231cC2ebc995CE013Dbe882d7d081'
export const policyRegistry: Address = '0xfD20b9d7A406e2C4f5D6Df71ABE3Ee48B2EccC9F'
export const delegateResolver: Address = '0x0000000078CC4Cc1C14E27c0fa35ED6E5E58825D'

/** System contract that creates contracts on every ZK Stack chain. */
export const contractDeployer: Address = '0x0000000000000000000000000000000000008006'

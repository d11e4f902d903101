import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameDeploymentPlan } from '@platemark/abi/deploy-names'
import { describe, expect, test } from 'vitest'
import { connectChains } from './chains.ts'
import { configure } from './configuration.ts'
import { parseReservedNames } from './reserved-names.ts'

const folder = mkdtempSync(join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'names-'))
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const contracts = { factory: other, payouts: other, start_block: 70 } as const
const local = { alias: 'local', is_demo: true, contracts } as const
const base = { alias: 'base', contracts } as const
const names = { chain: 'local', owner }
const plan = nameDeploymentPlan(owner)

describe('names', () => {
  test('are off unless a home chain is set', () => {
    expect(configure({ networks: [local] }).names).toBeNull()
  })

  test('follow from the owner of the registry, with the suffix of tests on an embedded chain', () => {
    expect(configure({ networks: [base, local], names }).names).toMatchObject({
      chain: 'local',
      suffix: 'plate.test',
      registry: plan.registry.address,
      resolver: plan.resolver.address,
      start_block: 70,
      reverse_registrar: null,
    })
  })

  test('have the contracts that are set, and the reverse registrar of their chain', () => {
    const set = { chain: 'base', suffix: 'harbour.eth', registry: owner, resolver: other }
    const changes = { start_block: 5, reserved_file: 'kept.txt' }
    writeFileSync(join(folder, 'kept.txt'), 'harbour\nadmin\n')
    const settings = { networks: [base], names: { ...set, ...changes } }
    expect(configure(settings, {}, folder).names).toEqual({
      ...{ ...set, start_block: 5, reserved: ['admin', 'harbour'], hidden_words: [] },
      reverse_registrar: '0x0000000000D8e504002cC26E3Ec46D81971C1664',
      gateway: null,
      ens: null,
    })
  })

  test('read ENS by the address of the setting or the environment, safely', () => {
    const settings = (ens_rpc_url?: string) => ({
      ...{ networks: [local], names: { ...names, ...(ens_rpc_url && { ens_rpc_url }) } },
    })
    const universal_resolver = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
    const rpc_url = 'https://ethereum.example/key'
    const expected = { rpc_url, universal_resolver }
    expect(configure(settings(rpc_url)).names?.ens).toEqual(expected)
    const environment = { ENS_MAINNET_RPC: rpc_url }
    expect(configure(settings(), environment).names?.ens).toEqual(expected)
    for (const url of ['http://ethereum.example', 'ftp://a.example'])
      expect(() => configure(settings(), { ENS_MAINNET_RPC: url })).toThrow(
        'names.ens_rpc_url: Enter an https address.',
      )
  })

  test('can be set in the environment', () => {
    const environment = {
      NAMES_CHAIN: 'local',
      NAMES_OWNER: owner,
      NAMES_SUFFIX: 'a.eth',
    }
    expect(configure({ networks: [local] }, environment).names?.suffix).toBe('a.eth')
  })

  test('keep the words of their own calls and pages', () => {
    const { reserved } = configure({ networks: [local], names }).names ?? {}
    expect(reserved).toEqual(expect.arrayContaining(['check', 'last', 'studio', '404']))
    expect(reserved).toEqual(expect.arrayContaining(['platemark', 'p1atemark']))
  })

  test('are read from their registry and found by its resolver, on their home chain only', () => {
    const settings = { networks: [base, local], names: { ...names, start_block: 30 } }
    const [first, home] = connectChains(configure(settings))
    expect(first?.contracts?.names).toBeNull()
    expect(first?.client.chain.contracts).toBeUndefined()
    expect(home?.contracts).toMatchObject({
      startBlock: 30,
      names: { registry: plan.registry.address.toLowerCase() },
    })
    expect(home?.client.chain.contracts).toEqual({
      ensUniversalResolver: { address: plan.resolver.address },
    })
  })

  test.each([
    [{ owner }, 'names.chain: Enter the alias of the home chain, or remove names.owner.'],
    [
      { ...names, chain: 'zora' },
      'names.chain: zora is not an enabled network with contracts.',
    ],
    [{ ...names, chain: 'base' }, 'names.suffix: Enter what every name ends in'],
    [{ ...names, suffix: '.eth' }, 'names.suffix: Use up to 63 of a-z'],
    [{ ...names, suffix: 'Harbour.eth' }, 'names.suffix: Use up to 63 of a-z'],
    [{ chain: 'local' }, 'names.owner: Enter the owner of the registry'],
    [
      { ...names, registry: other },
      'names.resolver: Set both names.registry and names.resolver, or only names.owner.',
    ],
    [{ ...names, reserved_file: 'none.txt' }, 'none.txt cannot be read.'],
  ])('refuse the settings %j', (wrong, sentence) => {
    const settings = { networks: [base, local], names: wrong }
    expect(() => configure(settings, {}, folder)).toThrow(sentence)
  })

  test('need a suffix of their own in production, whatever the chain', () => {
    const environment = { NODE_ENV: 'production', ALLOW_EMBEDDED_DATABASE: '1' }
    const settings = { networks: [local], names }
    expect(() => configure(settings, environment)).toThrow('names.suffix: Enter what')
  })
})

describe('a list of reserved names', () => {
  test('has comments, empty lines, and each name once', () => {
    const text = '# words\n\nharbour # a word\r\nadmin\nharbour\n'
    expect(parseReservedNames(text, 'a.txt')).toEqual(['admin', 'harbour'])
  })

  test('reserves what looks like a brand', () => {
    expect(parseReservedNames('~moon-co', 'a.txt')).toEqual(
      expect.arrayContaining(['moon-co', 'moonco', 'rnoonc0', 'm00nc0']),
    )
    expect(parseReservedNames(`~${'mw'.repeat(15)}`, 'a.txt').length).toBeLessThan(202)
  })

  test('is refused with the line that is no name', () => {
    expect(() => parseReservedNames('admin\nab\n', 'a.txt')).toThrow(
      'names.reserved_file: line 2 of a.txt, "ab", is not a name',
    )
  })
})

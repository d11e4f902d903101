import { expect, test } from 'vitest'
import { locateBase } from './locate-base.ts'

const site = 'https://mint.example.org/metadata/local/0x11/'
const cid = `bafybei${'a'.repeat(52)}`

test('a base on IPFS has its CID and a gateway, with its folder', () => {
  const place = { kind: 'ipfs', cid }
  expect(locateBase(`ipfs://${cid}/metadata/`, site)).toEqual({
    ...{ ...place, gatewayUrl: `https://ipfs.io/ipfs/${cid}/metadata/` },
  })
  expect(locateBase(`IPFS://ipfs/${cid}`, site)).toMatchObject(place)
})

test('a base on this site, in the contract, elsewhere or nowhere is named so', () => {
  expect(locateBase(site, site)).toEqual({ kind: 'site' })
  expect(locateBase('data:application/json,{}', site)).toEqual({ kind: 'contract' })
  expect(locateBase('https://mint.example.org/other/', site)).toEqual({
    ...{ kind: 'elsewhere', host: 'mint.example.org' },
  })
  expect(locateBase('ar://abc/', site)).toMatchObject({ kind: 'elsewhere' })
  for (const text of ['', 'no address', 'ipfs://<script>/'])
    expect(locateBase(text, site)).not.toMatchObject({ kind: 'ipfs' })
  expect(locateBase('', site)).toEqual({ kind: 'none' })
})

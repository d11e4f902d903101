import { expect, test } from 'vitest'
import { explorerLink, explorerTokenLink } from './explorer.ts'

const explorer = { url: 'https://explorer.example/base' }
const contract = '0x2671c815cdE05a8f2986fF771c8F5b242859ac70'
const hash = `0x${'7'.repeat(64)}`

test('every link begins at the address of the explorer, also where that has a path', () => {
  expect([
    explorerLink(explorer, 'address', contract),
    explorerLink(explorer, 'tx', hash),
    explorerLink(explorer, 'block', '23000000'),
    explorerTokenLink(explorer, contract, '148'),
  ]).toEqual([
    `https://explorer.example/base/address/${contract}`,
    `https://explorer.example/base/tx/${hash}`,
    'https://explorer.example/base/block/23000000',
    `https://explorer.example/base/token/${contract}?a=148`,
  ])
})

import { expect, test } from 'vitest'
import { demoWallet, wallets } from './wallets.ts'

test('the dialog offers the five wallets of the specification in its order', () => {
  expect(wallets.map(({ name }) => name)).toEqual([
    'MetaMask',
    'Rabby Wallet',
    'Zerion',
    'OKX Wallet',
    'Abstract',
  ])
})

test('their ids are the names under which extensions announce themselves', () => {
  expect(wallets.map(({ id }) => id)).toEqual([
    'io.metamask',
    'io.rabby',
    'io.zerion.wallet',
    'com.okex.wallet',
    'xyz.abs.privy',
  ])
})

test('every wallet can be downloaded over https', () => {
  for (const { link } of wallets) expect(link).toMatch(/^https:\/\//)
})

test('a phone opens the page that is looked at, whatever its address holds', () => {
  const page = 'https://mint.example/collections?page=2&chain=base'
  for (const { openInApp } of wallets) {
    if (!openInApp) continue
    expect(decodeURIComponent(decodeURIComponent(openInApp(page)))).toContain(
      'mint.example/collections?page=2&chain=base',
    )
  }
})

test('the demo wallet is not one of them', () => {
  expect(wallets.some(({ id }) => id === demoWallet.id)).toBe(false)
})

import { afterEach, expect, test, vi } from 'vitest'
import { startCrossAppWallet } from '../../test/cross-app-wallet.ts'
import { createAbstractProvider } from './abstract.ts'

let stop = () => Promise.resolve()

afterEach(() => stop())

async function start() {
  const wallet = await startCrossAppWallet()
  stop = wallet.server.close
  const load = vi.fn(async () => wallet.provider)
  const shell = createAbstractProvider({
    opener: wallet.opener,
    hasConnection: () => wallet.storage.rows.size > 0,
    load,
  })
  return { ...wallet, shell, load }
}

test('the wallet is not loaded before it connects', async () => {
  const { shell, load, server } = await start()
  expect(await shell.request({ method: 'eth_accounts' })).toEqual([])
  expect(load).not.toHaveBeenCalled()
  expect(server.paths).toEqual([])
})

test('its window opens before its code is loaded', async () => {
  const { shell, opener, press, account, load } = await start()
  const connected = shell.request({ method: 'eth_requestAccounts' })
  expect(opener.popups).toHaveLength(1)
  expect(load).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(opener.lastPopup.location.href).toMatch(/^http/))
  await press('approve')
  expect(await connected).toEqual([account.address])
  expect(opener.popups).toHaveLength(1)
})

test('a stored connection loads it without a window', async () => {
  const { shell, connect, opener, load, account } = await start()
  await connect()
  expect(await shell.request({ method: 'eth_accounts' })).toEqual([account.address])
  expect(load).toHaveBeenCalledOnce()
  expect(opener.popups).toHaveLength(1)
})

test('events of the wallet reach listeners of the shell', async () => {
  const { shell, connect } = await start()
  await connect()
  const changed = vi.fn()
  shell.on?.('accountsChanged', changed)
  await shell.request({ method: 'wallet_revokePermissions' })
  expect(changed).toHaveBeenCalledExactlyOnceWith([])
  expect(await shell.request({ method: 'eth_accounts' })).toEqual([])
})

test('a blocked window, and code that does not load, fail and can be tried again', async () => {
  const { shell, opener, load, press, account } = await start()
  const request = () => shell.request({ method: 'eth_requestAccounts' })
  opener.isBlocked = true
  await expect(request()).rejects.toThrow(/^Failed to initialize request$/)
  opener.isBlocked = false
  load.mockRejectedValueOnce(new Error('offline'))
  await expect(request()).rejects.toThrow(/^offline$/)
  expect(opener.lastPopup.closed).toBe(true)
  const again = request()
  await press('approve')
  expect(await again).toEqual([account.address])
})

test('a request for permissions is left to the request for accounts', async () => {
  const { shell, opener } = await start()
  await expect(shell.request({ method: 'wallet_requestPermissions' })).rejects.toThrow(
    /^Unsupported request: wallet_requestPermissions$/,
  )
  expect(opener.popups).toEqual([])
})

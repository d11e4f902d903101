import { verifyMessage } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startCrossAppWallet } from '../../test/cross-app-wallet.ts'

type Wallet = Awaited<ReturnType<typeof startCrossAppWallet>>

const open: Wallet[] = []

async function start(options?: Parameters<typeof startCrossAppWallet>[0]) {
  const wallet = await startCrossAppWallet(options)
  open.push(wallet)
  return wallet
}

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ server }) => server.close()))
})

const message = '0x68656c6c6f'
const sign = { method: 'personal_sign', params: [message, '0x1'] }
const fast = { timeoutMs: 200, pollMs: 5, graceMs: 10 }

describe('connecting', () => {
  test('opens the window before anything is awaited, and asks no host before that', async () => {
    const { provider, opener, server, connect } = await start()
    expect(server.paths).toEqual([])
    const connected = connect()
    expect(opener.popups).toHaveLength(1)
    expect(opener.lastPopup.features).toContain('width=440,height=680')
    expect(server.paths).toEqual([])
    await connected
    expect(server.paths[0]).toBe('/api/v1/apps/app/cross-app/details')
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x2b74')
  })

  test('sends the five parameters of the page, in their order', async () => {
    const { connect, navigated } = await start()
    const connected = connect()
    const { pathname, searchParams } = await navigated()
    expect(pathname).toBe('/cross-app/connect')
    expect([...searchParams.keys()]).toEqual([
      'requester_public_key',
      'connect',
      'provider_app_id',
      'requester_origin',
      'smart_wallet_mode',
    ])
    expect(searchParams.get('requester_public_key')).toMatch(
      /^[A-Za-z0-9+/]{43}=$|^.{44}$/,
    )
    expect(Object.fromEntries(searchParams)).toMatchObject({
      connect: 'true',
      provider_app_id: 'app',
      requester_origin: 'https://mint.example',
      smart_wallet_mode: 'true',
    })
    await connected
  })

  test('resolves to the accounts, stores the connection, and emits both events', async () => {
    const { provider, connect, storage, account, opener } = await start()
    const events: unknown[] = []
    provider.on?.('accountsChanged', (value) => events.push(value))
    provider.on?.('connect', (value) => events.push(value))
    expect(await connect()).toEqual([account.address])
    expect(events).toEqual([[account.address], { chainId: '0x2b74' }])
    const stored = JSON.parse(
      storage.getItem('privy-caw:app:connection:smart-wallet') ?? '',
    )
    expect(Object.keys(stored)).toEqual(['address', 'sharedSecret', 'publicKey', 'exp'])
    expect(opener.lastPopup.closed).toBe(true)
    expect(await provider.request({ method: 'eth_requestAccounts' })).toHaveLength(1)
    expect(opener.popups).toHaveLength(1)
  })

  test('without a smart wallet stores another record', async () => {
    const { connect, storage } = await start({ isSmart: false })
    await connect()
    expect([...storage.rows.keys()]).toEqual(['privy-caw:app:connection'])
  })

  test('by permissions opens the window again', async () => {
    const { provider, connect, press, opener, account } = await start()
    await connect()
    const asked = provider.request({ method: 'wallet_requestPermissions' })
    await press('approve')
    expect(await asked).toMatchObject([{ caveats: [{ value: [account.address] }] }])
    expect(opener.popups).toHaveLength(2)
  })

  test('in a window that was opened in the click uses that one', async () => {
    const { provider, opener, press, account } = await start()
    const popup = opener.open('about:blank', '_blank', '')
    if (!popup) throw new Error('blocked')
    const connected = provider.connect(popup)
    await press('approve')
    expect(await connected).toEqual([account.address])
    expect(opener.popups).toEqual([popup])
  })

  test('again replaces the window of a try that is still open', async () => {
    const { provider, opener, connect, navigated } = await start()
    const first = provider.request({ method: 'eth_requestAccounts' })
    const lost = expect(first).rejects.toThrow(/^User rejected request$/)
    await navigated()
    expect(await connect()).toHaveLength(1)
    await lost
    expect(opener.popups.every(({ closed }) => closed)).toBe(true)
  })

  test('again while the pages are still looked up replaces it as well', async () => {
    const { provider, opener, connect } = await start()
    const first = provider.request({ method: 'eth_requestAccounts' })
    const lost = expect(first).rejects.toThrow(/^User rejected request$/)
    expect(await connect()).toHaveLength(1)
    await lost
    expect(opener.popups[0]?.closed).toBe(true)
  })
})

describe('a connection', () => {
  test('is used again while it has not expired', async () => {
    const { create, connect, account } = await start()
    await connect()
    expect(await create().request({ method: 'eth_accounts' })).toEqual([account.address])
  })

  test('that has expired is removed, and listeners are informed', async () => {
    const { provider, connect, storage } = await start()
    await connect()
    const changed = vi.fn()
    provider.on?.('accountsChanged', changed)
    const key = 'privy-caw:app:connection:smart-wallet'
    const record = JSON.parse(storage.getItem(key) ?? '')
    storage.setItem(key, JSON.stringify({ ...record, exp: Date.now() }))
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(changed).toHaveBeenCalledExactlyOnceWith([])
    expect(storage.rows.size).toBe(0)
  })

  test.each([
    'null',
    '{}',
    'no json',
    '{"address":"0x1","sharedSecret":"","publicKey":"","exp":9999999999999}',
  ])('stored as %s is removed', async (text) => {
    const { create, storage } = await start()
    storage.setItem('privy-caw:app:connection:smart-wallet', text)
    expect(await create().request({ method: 'eth_accounts' })).toEqual([])
    expect(storage.rows.size).toBe(0)
  })

  test('that is revoked is removed, and reports no accounts', async () => {
    const { provider, connect, storage } = await start()
    await connect()
    const changed = vi.fn()
    provider.on?.('accountsChanged', changed)
    expect(await provider.request({ method: 'wallet_revokePermissions' })).toBeNull()
    expect(changed).toHaveBeenCalledExactlyOnceWith([])
    expect(storage.rows.size).toBe(0)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  })

  test('is removed when the wallet answers with the action clear', async () => {
    const { provider, connect, deliver, navigated, storage } = await start()
    await connect()
    const changed = vi.fn()
    provider.on?.('accountsChanged', changed)
    const signed = provider.request(sign)
    await navigated()
    deliver({
      type: 'PRIVY_CROSS_APP_ACTION_ERROR',
      error: 'The session has ended.',
      mwp: { action: 'clear' },
    })
    await expect(signed).rejects.toThrow(/^The session has ended\.$/)
    expect(changed).toHaveBeenCalledExactlyOnceWith([])
    expect(storage.rows.size).toBe(0)
  })
})

describe('a request', () => {
  test.each(['plain', 'zlib'] as const)('is signed, protocol %s', async (protocol) => {
    const { provider, connect, press, requests, account, opener, navigated } =
      await start({ protocol })
    await connect()
    const signed = provider.request(sign)
    expect(opener.lastPopup.features).toContain('width=400,height=680')
    const { searchParams } = await navigated()
    expect([...searchParams.keys()]).toEqual([
      'requester_public_key',
      'encrypted_request',
      'requester_origin',
      'iv',
      'provider_app_id',
      'signout_enabled',
      ...(protocol === 'zlib' ? ['v'] : []),
    ])
    expect(atob(searchParams.get('iv') ?? '')).toHaveLength(12)
    await press('approve')
    // Safe: the account signs.
    const signature = (await signed) as `0x${string}`
    const { address } = account
    const isValid = await verifyMessage({
      address: address as `0x${string}`,
      message: { raw: message },
      signature,
    })
    expect(isValid).toBe(true)
    expect(requests).toEqual([
      {
        method: 'privy_signSmartWalletMessage',
        params: sign.params,
        chainId: 11_124,
      },
    ])
  })

  test.each([
    ['eth_sendTransaction', 'privy_sendSmartWalletTx'],
    ['eth_signTransaction', 'privy_signSmartWalletTx'],
    ['personal_sign', 'privy_signSmartWalletMessage'],
    ['eth_signTypedData_v4', 'privy_signSmartWalletTypedData'],
  ])('%s is sent to a smart wallet as %s', async (method, smart) => {
    for (const isSmart of [true, false]) {
      const { provider, connect, press, requests } = await start({ isSmart })
      await connect()
      const call = { method, params: [{ to: '0x1' }] }
      const answered = provider.request(call)
      await press('approve')
      await answered
      const isTransaction = /Transaction$/.test(method)
      expect(requests).toEqual([
        {
          method: isSmart ? smart : method,
          params: [{ to: '0x1', ...(isTransaction && { chainId: 11_124 }) }],
          chainId: 11_124,
        },
      ])
      expect(call).toEqual({ method, params: [{ to: '0x1' }] })
    }
  })

  test('without a connection opens no window', async () => {
    const { provider, opener } = await start({ isSmart: false })
    await expect(provider.request(sign)).rejects.toMatchObject({
      message: "Must call 'eth_requestAccounts' before personal_sign",
      code: 4100,
    })
    expect(opener.popups).toEqual([])
  })

  test('of a method that no part knows is refused', async () => {
    const { provider } = await start()
    await expect(provider.request({ method: 'eth_mine' })).rejects.toMatchObject({
      message: 'Unsupported request: eth_mine',
      code: 4200,
    })
  })

  test.each([
    'eth_call',
    'eth_getLogs',
    'eth_estimateGas',
    'eth_sendRawTransaction',
    'zks_estimateFee',
    'linea_estimateGas',
    'net_version',
  ])('to read by %s goes to the node of the chain', async (method) => {
    const { provider, reads, opener } = await start()
    expect(await provider.request({ method })).toBe('0x1')
    expect(reads).toEqual([{ chainId: 11_124, call: { method } }])
    expect(opener.popups).toEqual([])
  })

  test('while another one is open focuses its window', async () => {
    const { provider, connect, press, opener, navigated } = await start()
    await connect()
    const first = provider.request(sign)
    await navigated()
    await expect(provider.request(sign)).rejects.toMatchObject({
      message: 'Request of the wallet is already pending',
      code: -32002,
    })
    expect(opener.popups).toHaveLength(2)
    expect(opener.lastPopup.isFocused).toBe(true)
    await press('approve')
    expect(await first).toMatch(/^0x/)
  })
})

describe('the chain', () => {
  const switchTo = (chainId: unknown) => ({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId }],
  })

  test('is switched, stored, and listeners are informed', async () => {
    const { provider, create, reads } = await start()
    const changed = vi.fn()
    provider.on?.('chainChanged', changed)
    expect(await provider.request(switchTo('0xab5'))).toBeNull()
    expect(changed).toHaveBeenCalledExactlyOnceWith('0xab5')
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xab5')
    expect(await create().request({ method: 'eth_chainId' })).toBe('0xab5')
    await provider.request({ method: 'eth_blockNumber' })
    expect(reads.at(-1)?.chainId).toBe(2_741)
  })

  test('that is not configured is refused, and nothing is stored', async () => {
    const { provider, storage } = await start()
    for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
      await expect(
        provider.request({ method, params: [{ chainId: '0x1' }] }),
      ).rejects.toMatchObject({ message: 'Chain 1 does not supported' })
    expect(storage.rows.size).toBe(0)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x2b74')
  })

  test.each([[undefined], [null], ['']])('without an id, %j, is refused', async (id) => {
    const { provider } = await start()
    await expect(provider.request(switchTo(id))).rejects.toThrow(/^Chain ID is required$/)
  })

  test('of a smart wallet is Abstract or its testnet', async () => {
    const base = { id: 8_453, request: async () => null }
    const { create } = await start()
    expect(() => create({ chains: [base] })).toThrow(/^Unsupported chain$/)
    const plain = create({ chains: [base], isSmart: false })
    expect(await plain.request({ method: 'eth_chainId' })).toBe('0x2105')
  })

  test('of a transaction that is not configured is refused before a window opens', async () => {
    const { provider, connect, opener } = await start()
    await connect()
    const params = [{ to: '0x1', chainId: 5 }]
    await expect(
      provider.request({ method: 'eth_sendTransaction', params }),
    ).rejects.toThrow(/^Chain 5 does not supported$/)
    expect(opener.popups).toHaveLength(1)
  })

  test('stored once, and not configured any more, is the first one again', async () => {
    const { provider, storage } = await start()
    storage.setItem('privy-caw:app:connection_chain_id:smart-wallet', '1')
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x2b74')
  })
})

describe('a window', () => {
  test('that is blocked fails a connection and a request alike', async () => {
    const { provider, connect, opener } = await start()
    opener.isBlocked = true
    const asked = provider.request({ method: 'eth_requestAccounts' })
    await expect(asked).rejects.toThrow(/^Failed to initialize request$/)
    opener.isBlocked = false
    await connect()
    opener.isBlocked = true
    await expect(provider.request(sign)).rejects.toThrow(/^Failed to initialize request$/)
    opener.isBlocked = false
    expect(await connect()).toHaveLength(1)
  })

  test('that is closed rejects a connection and a request alike', async () => {
    const { provider, connect, opener, navigated } = await start({ times: fast })
    const asked = provider.request({ method: 'eth_requestAccounts' })
    await navigated()
    opener.lastPopup.close()
    await expect(asked).rejects.toMatchObject({
      message: 'User rejected request',
      code: 4001,
    })
    await connect()
    const signed = provider.request(sign)
    await navigated()
    opener.lastPopup.close()
    await expect(signed).rejects.toThrow(/^User rejected request$/)
  })

  test('whose wallet declines passes its words on', async () => {
    const { provider, connect, press, navigated, deliver } = await start()
    await connect()
    const signed = provider.request(sign)
    await navigated()
    await Promise.all([
      expect(signed).rejects.toMatchObject({ kind: 'popup_error', code: -32603 }),
      press('decline'),
    ])
    const again = provider.request(sign)
    await navigated()
    deliver({
      type: 'PRIVY_CROSS_APP_ACTION_ERROR',
      error: 'Not enough funds.',
      errorCode: -32003,
    })
    await expect(again).rejects.toMatchObject({
      message: 'Not enough funds.',
      code: -32003,
    })
  })

  test('whose OAuth login fails passes its words on', async () => {
    const { provider, navigated, deliver } = await start()
    const asked = provider.request({ method: 'eth_requestAccounts' })
    await navigated()
    deliver({ type: 'PRIVY_OAUTH_ERROR', error: 'Login failed.' })
    await expect(asked).rejects.toThrow(/^Login failed\.$/)
  })

  test('may answer by the channel of its OAuth login, after it is closed too', async () => {
    const { provider, opener, respond, deliver, navigated, account } = await start({
      times: fast,
    })
    const channel = new BroadcastChannel('popup-privy-oauth')
    try {
      const asked = provider.request({ method: 'eth_requestAccounts' })
      await navigated()
      const message = await respond()
      deliver({ type: 'PRIVY_OAUTH_USE_BROADCAST_CHANNEL' })
      opener.lastPopup.close()
      channel.postMessage(message)
      expect(await asked).toEqual([account.address])
    } finally {
      channel.close()
    }
  })

  test('whose provider is down is closed, and the next click asks again', async () => {
    const { provider, opener, server } = await start()
    await server.close()
    for (let click = 1; click <= 2; click += 1) {
      await expect(
        provider.request({ method: 'eth_requestAccounts' }),
      ).rejects.toMatchObject({ message: 'Wallet provider is unavailable', code: 4900 })
      expect(opener.popups).toHaveLength(click)
      expect(opener.lastPopup.closed).toBe(true)
    }
  })
})

describe('a bundle of a smart wallet', () => {
  const to = `0x${'ab'.repeat(20)}`
  const call = { method: 'wallet_sendCalls', params: [{ calls: [{ to }, { to }] }] }

  const plain = { to, value: '0x0', data: '0x' }

  test('is signed in the window, and sent by the node of the chain', async () => {
    const { provider, connect, press, requests, reads } = await start()
    await connect()
    const sent = provider.request(call)
    await press('approve')
    expect(await sent).toBe('0x1')
    expect(requests).toEqual([
      {
        method: 'privy_signSmartWalletTx',
        params: [{ calls: [plain, plain], chainId: 11_124 }],
        chainId: 11_124,
      },
    ])
    expect(reads.at(-1)?.call).toEqual({
      method: 'eth_sendRawTransaction',
      params: ['0xfeed'],
    })
  })

  test('of one call is a transaction that the wallet sends', async () => {
    const { provider, connect, press, requests } = await start()
    await connect()
    const params = [{ version: '2.0.0', calls: [{ to }] }]
    const sent = provider.request({ method: 'wallet_sendCalls', params })
    await press('approve')
    expect(await sent).toHaveProperty('id')
    expect(requests).toEqual([
      {
        method: 'privy_sendSmartWalletTx',
        params: [{ ...plain, chainId: 11_124 }],
        chainId: 11_124,
      },
    ])
  })

  test('for a chain that is not the current one is refused', async () => {
    const { provider, connect } = await start()
    await connect()
    const params = [{ chainId: '0xab5', calls: [{ to }] }]
    await expect(
      provider.request({ method: 'wallet_sendCalls', params }),
    ).rejects.toThrow(/^Invalid chain specified$/)
  })

  test('is unsupported by an account that is no smart wallet', async () => {
    const { provider } = await start({ isSmart: false })
    await expect(provider.request(call)).rejects.toThrow(
      /^Unsupported request: wallet_sendCalls$/,
    )
  })
})

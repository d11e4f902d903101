// Records the windows that the public cross-app library opens for random requests, with seeded random
// sources: its specified generation, and the newest one (`v=1`, zlib).
import {
  deriveSharedSecret,
  encrypt,
} from '../../../packages/wallet/src/cross-app/crypto.ts'
import { createSeededBytes } from '../../wallet/seeded-bytes.ts'
import { bytes, load, record } from './recording.mjs'

const ORIGIN = 'https://mint.example'
const PROVIDER = 'https://wallet.example'
const ADDRESS = '0x1111111111111111111111111111111111111111'
const rows = new Map()
const browser = Object.assign(new EventTarget(), {
  location: { origin: ORIGIN },
  ...{ screenLeft: 0, screenTop: 0, innerWidth: 1440, innerHeight: 900 },
  screen: { availWidth: 1440, availHeight: 900 },
  localStorage: {
    getItem: (key) => rows.get(key) ?? null,
    setItem: (key, value) => rows.set(key, value),
    removeItem: (key) => rows.delete(key),
  },
  open: (url) => {
    browser.popup = { location: url, closed: false, close() {} }
    return browser.popup
  },
})
globalThis.window = browser
globalThis.localStorage = browser.localStorage
globalThis.fetch = async () => Response.json({ custom_api_url: PROVIDER })
console.debug = () => {}
let fill = (array) => array
Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: (a) => fill(a) })

const libraries = {
  plain: await load('cross-app-connect-specified'),
  zlib: await load('cross-app-connect'),
}
await record(recordCase)
// The library has timers of two minutes.
process.exit(0)

async function recordCase(random, seed) {
  const protocol = random.oneOf(['plain', 'zlib'])
  const isSmart = random.isLucky(50)
  const chainId = random.oneOf([11124, 2741])
  const providerKey = Buffer.from(bytes(random, 32).slice(2), 'hex').toString('base64')
  const request = createRequest(random)
  rows.clear()
  fill = createSeededBytes(seed)
  const provider = libraries[protocol].toPrivyWalletProvider({
    providerAppId: 'app',
    chains: [11124, 2741].map((id) => ({
      id,
      rpcUrls: { default: { http: [PROVIDER] } },
    })),
    chainId,
    apiUrl: 'https://auth.example',
    smartWalletMode: isSmart,
    transports: {},
  })

  const connected = provider.request({ method: 'eth_requestAccounts' })
  const connect = await opened('connect')
  const { publicKey, secret } = await answerConnect(providerKey, connect)
  await connected
  browser.popup = undefined
  const answered = provider.request(structuredClone(request))
  const transact = await opened('transact')
  const result = bytes(random, random.between(1, 90))
  const { text, iv } = await encrypt(result, secret, protocol)
  post({ type: 'PRIVY_CROSS_APP_ACTION_RESPONSE', encryptedResult: text, iv })
  if ((await answered) !== result) throw new Error('the library read another result')
  return {
    ...{ seed, protocol, isSmart, chainId, providerKey, publicKey, request, result },
    ...{ connect: connect.search, transact: transact.search },
  }
}

async function answerConnect(providerKey, connect) {
  const { secp256k1 } = await load('@noble/curves/secp256k1')
  const point = secp256k1.getPublicKey(Buffer.from(providerKey, 'base64'))
  const publicKey = Buffer.from(point).toString('base64')
  const requester = connect.searchParams.get('requester_public_key')
  const secret = deriveSharedSecret(providerKey, requester)
  const exp = Date.now() + 3_600_000
  post({
    type: 'PRIVY_CROSS_APP_CONNECT_RESPONSE',
    ...{ address: ADDRESS, providerPublicKey: publicKey, exp },
  })
  return { publicKey, secret }
}

function post(data) {
  browser.dispatchEvent(Object.assign(new Event('message'), { data, origin: PROVIDER }))
}

/** Resolves with the address of the open window once it is that of a page. */
async function opened(page) {
  for (const until = Date.now() + 10_000; Date.now() < until; ) {
    const { location = '' } = browser.popup ?? {}
    if (String(location).includes(`/cross-app/${page}`)) {
      // The listener is added in the same turn at the latest.
      await new Promise((resume) => setImmediate(resume))
      return new URL(location)
    }
    await new Promise((resume) => setImmediate(resume))
  }
  throw new Error(`the library opened no window for ${page}`)
}

function createRequest(random) {
  const method = random.oneOf([
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'eth_signTransaction',
  ])
  if (method === 'personal_sign')
    return { method, params: [bytes(random, random.between(1, 300)), ADDRESS] }
  if (method === 'eth_signTypedData_v4') {
    const message = { text: bytes(random, random.between(0, 60)) }
    return { method, params: [ADDRESS, JSON.stringify({ primaryType: 'Note', message })] }
  }
  const transaction = {
    from: ADDRESS,
    to: bytes(random, 20),
    value: `0x${random.between(0, 2 ** 50).toString(16)}`,
    ...(random.isLucky(70) && { data: bytes(random, random.between(4, 200)) }),
    ...(random.isLucky(20) && { chainId: random.oneOf([11124, 2741]) }),
  }
  return { method, params: [transaction] }
}

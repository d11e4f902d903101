import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSmartAccount } from '@platemark/wallet/smart-account/smart-account'
import { http, numberToHex, parseEther, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { abstractTestnet } from 'viem/chains'
import { afterAll, expect, test } from 'vitest'
import { requestRpc } from '../json-rpc.ts'
import { type AbstractChain, startAbstractChain } from './abstract-chain.ts'
import { freePorts } from './ports.ts'

const folder = mkdtempSync(join(tmpdir(), 'platemark-abstract-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('smart accounts and contracts of the stand-in for Abstract outlive a restart', async () => {
  const values = new Map<string, unknown>()
  const start = async () =>
    startAbstractChain({
      port: await freePorts(2),
      bornAt: Math.floor(Date.now() / 1000),
      saveMs: 1000,
      mintFeeWei: parseGwei('100000'),
      folder: {
        path: folder,
        readValue: (name) => values.get(name),
        writeValue: (name, value) => values.set(name, value),
      },
      log: () => {},
      onLost: (sentence) => {
        throw new Error(sentence)
      },
    })
  const signer = privateKeyToAccount(generatePrivateKey())
  const open = ({ url }: AbstractChain) =>
    openSmartAccount({ signer, chain: abstractTestnet, transport: http(url) })

  const first = await start()
  const funds = numberToHex(parseEther('1'))
  await first.chain.call('anvil_setBalance', signer.address, funds)
  const account = await open(first)
  const hash = await account.sendTransaction({ to: signer.address, value: 1n })
  await expect
    .poll(() => requestRpc(first.url, 'eth_getTransactionReceipt', [hash]))
    .toMatchObject({ status: '0x1' })
  expect(first.network).toMatchObject({
    alias: 'abstract-testnet',
    rpc_urls: [first.url],
  })
  await first.stop()

  const second = await start()
  const again = await open(second)
  expect(again.address).toBe(account.address)
  expect(await again.isDeployed()).toBe(true)
  expect(second.network.contracts).toEqual(first.network.contracts)
  await second.stop()
}, 60_000)

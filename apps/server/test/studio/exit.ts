import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExitRun } from '@platemark/api/exits'
import { commitToOrder } from '@platemark/rules/reveal-commitment'
import {
  fingerprintWorks,
  type RevealFile,
  writeRevealFile,
} from '@platemark/rules/reveal-file'
import { hashSetManifest, writeSetManifest } from '@platemark/rules/set-manifest'
import sharp from 'sharp'
import { type Hex, keccak256, stringToHex } from 'viem'
import { createBundleZip } from '../../src/areas/studio/exit/bundle-zip.ts'
import { openBundle } from '../../src/areas/studio/exit/read-bundle.ts'
import type { TestChain } from '../chain.ts'
import type { launcher } from '../collections/launch.ts'
import { ada, bob, type TestServer } from '../server.ts'
import { insertSet } from './set.ts'

/** Number of works of the collection. */
export const WORKS = 4

const secret = keccak256(stringToHex('the secret of the bundles'))

/** Returns a small picture in a colour of its own. */
export function makePicture(work: number): Promise<Buffer> {
  const background = { r: 40 * work, g: 90, b: 160 }
  return sharp({ create: { width: 24, height: 18, channels: 3, background } })
    .png()
    .toBuffer()
}

const window = { start: '2025-01-01T00:00:00Z', end: '2099-01-01T00:00:00Z' }

const pageFields = {
  ...{ chain_alias: 'local', kind: 'drop', name: 'Quiet Shore', symbol: 'SHORE' },
  ...{ description: 'Four prints.\nOne coast.' },
  ...{ max_supply: WORKS, art: 'set' },
  links: {
    ...{ website: 'https://shore.example.org/', x: null, discord: null },
    ...{ instagram: null, farcaster: null },
  },
  phases: [
    {
      ...{ phase_id: 255, kind: 'public', title: 'Everyone', price_wei: '0' },
      ...{ ...window, max_per_wallet: WORKS, max_supply: null },
    },
    {
      ...{ phase_id: 0, kind: 'allowlist', title: 'Friends', price_wei: '0' },
      ...{ ...window, max_per_wallet: 2, max_supply: null },
    },
  ],
}

/** A deployed collection of ada with a set, a picture, a cover and a list, and its reveal file. */
export type ExitSample = { id: string; address: Hex; revealFile: string }

/** Deploys a collection with a set; hidden until its reveal with `at_reveal`. */
export async function deployWithSet(
  server: TestServer,
  chain: TestChain,
  launch: ReturnType<typeof launcher>,
  shown: 'at_once' | 'at_reveal',
): Promise<ExitSample> {
  const { context, database } = server
  const files = { image: await makePicture(5), cover: await makePicture(6) }
  const alias = shown === 'at_once' ? 'quiet-shore' : 'quiet-shore-hidden'
  const data = { ...pageFields, alias, shown }
  const { data: draft, body } = await server.postForm(
    '/api/contract/studio/create',
    { data, files },
    { as: ada },
  )
  if (!draft) throw new Error(body)
  const id: string = draft.contract_id
  const works = await Promise.all(
    Array.from({ length: WORKS }, async (_, place) => {
      const file = await context.files.put(await makePicture(place + 1), 'png')
      return {
        ...{ token_id: place + 1, name: `Shore ${place + 1}`, description: null },
        ...{ external_url: null, file, width: 24, height: 18 },
        attributes: [{ trait_type: 'Tide', value: place % 2 === 0 ? 'low' : 'high' }],
      }
    }),
  )
  const manifest = writeSetManifest(
    works.map((work) => ({ ...work, image: work.file.slice(0, 64), animation: null })),
  )
  const set_hash = hashSetManifest(manifest)
  await insertSet(database, {
    contract_id: id,
    manifest_file: await context.files.putDerived(
      ...([set_hash, 'manifest', 'bin', Buffer.from(manifest)] as const),
    ),
    works: works.map(({ attributes, ...work }) => ({
      ...work,
      attributes: JSON.stringify(attributes),
    })),
  })
  const { manifestHash, commitment } = commitToOrder(manifest, secret)
  const reveal: RevealFile = {
    ...{ chain_id: chain.id, factory: chain.contracts.factory, contract_id: id },
    ...{ name: 'Quiet Shore', works: WORKS, set_hash, secret, commitment },
    ...{ manifest_hash: manifestHash, fingerprints: fingerprintWorks(manifest) },
  }
  const act = async (verb: string, sent?: unknown) => {
    const answer = await server.post(`/api/contract/studio/${id}/${verb}`, sent, {
      as: ada,
    })
    if (answer.error) throw new Error(answer.body)
    return answer.data
  }
  if (shown === 'at_reveal') await act('reveal', { commitment, set_hash })
  await act('lists', { phase_id: 0, entries: [{ address: bob.address, quantity: 2 }] })
  const prepared = await act('prepare')
  await launch.send(ada, prepared.to, prepared.data)
  await launch.mint(bob, prepared.predicted_address, 2, 0n)
  return { id, address: prepared.predicted_address, revealFile: writeRevealFile(reveal) }
}

/** Waits for the end of a run, and returns it. */
export async function finishExit(
  server: TestServer,
  id: string,
  body: object = {},
): Promise<ExitRun> {
  const studio = `/api/contract/studio/${id}`
  const started = await server.post(`${studio}/export`, body, { as: ada })
  if (started.error) throw new Error(started.body)
  for (;;) {
    const { data } = await server.get(`${studio}/exports/${started.data.run_id}`, {
      as: ada,
    })
    if (data.exit.state !== 'running') return data.exit
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Writes the bundle of a collection to a file, and returns its path. */
export async function exportBundle(
  server: TestServer,
  id: string,
  body: object = {},
): Promise<string> {
  const { bundle, sentence } = await finishExit(server, id, body)
  if (!bundle) throw new Error(sentence ?? 'no bundle')
  const { rawPayload } = await server.app.inject({ url: bundle.download_url })
  const path = join(mkdtempSync(join(tmpdir(), 'platemark-exit-')), bundle.file_name)
  writeFileSync(path, rawPayload)
  return path
}

/**
 * Writes a bundle whose files are those of another one with changes, and signs it with a new key,
 * which it returns.
 */
export async function forgeBundle(
  path: string,
  change: (texts: Map<string, string | Buffer>) => void,
  changeManifest: (text: string) => string = (text) => text,
): Promise<{ path: string; key: string }> {
  const bundle = await openBundle(path)
  const contents = new Map<string, string | Buffer>()
  for (const one of bundle.manifest.files) {
    contents.set(one.path, await bundle.read(one.path))
  }
  bundle.close()
  change(contents)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const key = Buffer.from(x, 'base64url').toString('hex')
  const target = join(mkdtempSync(join(tmpdir(), 'platemark-exit-')), 'forged.zip')
  const zip = createBundleZip(target)
  const files = []
  for (const [name, content] of contents) files.push(await zip.addText(name, content))
  const { files: _, ...facts } = bundle.manifest
  const head = JSON.stringify({ ...facts, public_key: key })
  const lines = files.map((one) => JSON.stringify(one)).join(',\n')
  const text = changeManifest(`${head.slice(0, -1)},"files":[\n${lines}\n]}\n`)
  const manifest = Buffer.from(text)
  await zip.addText('manifest.json', manifest)
  await zip.addText('manifest.sig', sign(null, manifest, privateKey))
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  await zip.addText('public-key.pem', String(pem))
  await zip.end()
  return { path: target, key }
}

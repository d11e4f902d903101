import { updateAvatar } from '@platemark/api/profile'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ada, testServer } from '../../test/server.ts'
import { absoluteFileUrl, withFileHost } from './file-host.ts'
import { contentSecurityPolicy, fileOrigins } from './headers.ts'

const host = 'https://files.example.org'
const file = `/files/${'a'.repeat(64)}-384.webp`

test('names stored files of an answer on the file host, and nothing else', () => {
  const at = new Date(0)
  const answer = {
    data: [
      { image: { url: file, small_url: file, is_plate: false }, avatar_url: null, at },
      {
        image: { url: '/plates/local-0x1.svg' },
        name: file,
        external_url: '/files/x.png',
      },
    ],
    total: 1n,
  }
  expect(withFileHost(answer, host)).toEqual({
    data: [
      {
        image: { url: `${host}${file}`, small_url: `${host}${file}`, is_plate: false },
        avatar_url: null,
        at,
      },
      {
        image: { url: '/plates/local-0x1.svg' },
        name: file,
        external_url: '/files/x.png',
      },
    ],
    total: 1n,
  })
})

test('returns the absolute URL of a file, and of what this site draws', () => {
  const hosts = { files_url: host, public_url: 'https://mint.example.org' }
  expect([
    absoluteFileUrl(hosts, file),
    absoluteFileUrl(hosts, '/plates/local-0x1.svg'),
    absoluteFileUrl({ ...hosts, files_url: null }, file),
  ]).toEqual([
    `${host}${file}`,
    'https://mint.example.org/plates/local-0x1.svg',
    `https://mint.example.org${file}`,
  ])
})

test('answers name the file host that is set, and the policy of pages allows it', async () => {
  const server = await testServer({ files_url: `${host}/` })
  const background = {
    width: 300,
    height: 300,
    channels: 3,
    background: '#66d19f',
  } as const
  const avatar = await sharp({ create: background }).png().toBuffer()
  const { data } = await server.postForm(
    updateAvatar.path,
    { files: { avatar } },
    { as: ada },
  )
  await server.close()
  expect(data.avatar_url).toMatch(
    /^https:\/\/files\.example\.org\/files\/[0-9a-f]{64}\.webp$/,
  )

  const files = fileOrigins(server.configuration)
  const policy = contentSecurityPolicy({ scripts: [], styles: [], origins: [], files })
  expect(policy).toContain("img-src 'self' data: blob: https://files.example.org;")
  expect(policy).toContain("media-src 'self' blob: https://files.example.org;")
})

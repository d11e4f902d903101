import { expect, test } from 'vitest'
import { configure } from '../configuration/configuration.ts'
import { createUploadPlaces } from './upload-places.ts'

test('uploads in memory are bounded by their bytes together', async () => {
  const limits = { upload_bytes_open: 100 }
  const uploads = createUploadPlaces(configure({ data_folder: '/tmp', limits }).limits)
  const gate = Promise.withResolvers<void>()
  const send = (client: string, bytes: number) =>
    uploads({ client }, bytes, () => gate.promise)
  const sent = Promise.allSettled([send('a', 60), send('b', 60), send('c', 40)])
  gate.resolve()
  const codes = (await sent).map((one) => ('reason' in one ? one.reason.code : ''))
  expect(codes).toEqual(['', 'busy', ''])
  // One that is larger than the bound takes all of it.
  await send('a', 101)
})
